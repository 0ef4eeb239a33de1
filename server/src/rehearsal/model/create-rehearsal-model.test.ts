import type { LanguageModelV4CallOptions, LanguageModelV4Prompt, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countPieces } from "#models";
import { briefs } from "../sample-briefs.fixture.ts";
import { rehearse } from "../sample-process.fixture.ts";
import { samplePrompt, taskSection, wantedBy, write } from "../sample-prompts.fixture.ts";
import { createRehearsalModel } from "./create-rehearsal-model.ts";
import type { PromptMessage } from "./prompt-messages.ts";

const limits = { contextWindow: 128_000, maxOutputTokens: 16_000 };
const model = createRehearsalModel("rehearsal/briar", limits);

function toPrompt(messages: readonly PromptMessage[]): LanguageModelV4Prompt {
  return messages.map(({ role, text }) =>
    role === "system" ? { role, content: text } : { role, content: [{ type: "text", text }] },
  );
}

async function partsOf(options: LanguageModelV4CallOptions, speaker = model): Promise<LanguageModelV4StreamPart[]> {
  const { stream } = await speaker.doStream(options);
  return Array.fromAsync(stream);
}

async function answer(messages: readonly PromptMessage[], maxOutputTokens?: number, speaker = model) {
  const options = { prompt: toPrompt(messages), ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }) };
  const parts = await partsOf(options, speaker);
  const text = parts.map((part) => (part.type === "text-delta" ? part.delta : "")).join("");
  const finish = parts.find((part) => part.type === "finish");
  if (!finish) throw new Error("The stream did not finish.");
  return {
    text,
    reason: finish.finishReason.unified,
    output: finish.usage.outputTokens.total ?? 0,
    input: finish.usage.inputTokens.total ?? 0,
  };
}

type Writing = { step: string; by: "cedar" | "briar"; caps: number[] };

const go = { role: "user", text: "Continue exactly where you stopped." } as const;

/** Sends requests until the model has finished its answer. */
async function inRequests(
  messages: readonly PromptMessage[],
  caps: readonly number[],
  speaker = model,
): Promise<{ text: string; chunks: string[] }> {
  const chunks: string[] = [];
  for (let request = 0; ; request += 1) {
    const said = chunks.flatMap((text): PromptMessage[] => [{ role: "assistant", text }, go]);
    const cap = caps[request % caps.length] ?? 1;
    const { text, reason, output } = await answer([...messages, ...said], cap, speaker);
    expect(output).toBe(countPieces(text));
    expect(output).toBeLessThanOrEqual(cap);
    if (reason === "length") expect(output).toBe(cap);
    chunks.push(text);
    if (reason === "stop") return { text: chunks.join(""), chunks };
  }
}

describe("a rehearsal model", () => {
  const messages = samplePrompt({ request: briefs.popup, step: "propose" });
  const whole = write("briar", { request: briefs.popup, step: "propose" });

  it("streams the same text as it returns without streaming, in readable portions and with its usage", async () => {
    const parts = await partsOf({ prompt: toPrompt(messages), includeRawChunks: true });
    expect(parts.map((part) => part.type).filter((type, i, all) => type !== all[i - 1])).toEqual([
      "stream-start",
      "text-start",
      "text-delta",
      "text-end",
      "raw",
      "finish",
    ]);
    const deltas = parts.flatMap((part) => (part.type === "text-delta" ? [part.delta] : []));
    expect(deltas.join("")).toBe(whole);
    expect(deltas.length).toBeGreaterThan(20);
    const generated = await model.doGenerate({ prompt: toPrompt(messages) });
    expect(generated.content).toEqual([{ type: "text", text: whole }]);
    expect(generated.usage.outputTokens.total).toBe(countPieces(whole));
    expect(generated.usage.inputTokens.total).toBeGreaterThan(countPieces(briefs.popup));
  });

  it("writes the same text as in one call even if it is cut off at arbitrary caps and continued", async () => {
    const caps = fc.array(fc.integer({ min: 150, max: 1500 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(caps, async (sizes) => {
        const { text, chunks } = await inRequests(messages, sizes);
        expect(text).toBe(whole);
        expect(text.startsWith("# Business case\n")).toBe(true);
        expect(chunks.length).toBeGreaterThan(1);
      }),
      { numRuns: 12 },
    );
  });

  it("writes the same text as in one call, in any stage and temperament, even if it is cut off at caps of 64 or more", async () => {
    const runs = rehearse(briefs.garden, ["cedar", "briar"]);
    const steps = Object.keys(wantedBy);
    const writing = fc.record({
      step: fc.constantFrom(...steps),
      by: fc.constantFrom<"cedar" | "briar">("cedar", "briar"),
      caps: fc.array(fc.oneof(fc.integer({ min: 64, max: 127 }), fc.integer({ min: 128, max: 5000 })), {
        minLength: 2,
        maxLength: 5,
      }),
    });
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(writing, async ({ step, by, caps }) => {
        const run = runs.find((one) => one.step === step && one.by === by) ?? runs.find((one) => one.step === step);
        if (!run) throw new Error("Every step was rehearsed.");
        seen.add(run.step);
        const prompt = samplePrompt({ request: briefs.garden, step: run.step, documents: run.documents });
        const speaker = createRehearsalModel(`rehearsal/${run.by}`, limits);
        expect((await inRequests(prompt, caps, speaker)).text).toBe(run.markdown);
      }),
      { numRuns: 30, examples: steps.map((step): [Writing] => [{ step, by: "cedar", caps: [64, 997] }]) },
    );
    expect([...seen].toSorted()).toEqual(steps.toSorted());
  });

  it("writes missing artifacts of any stage with the same text as in the whole document, even if its answer is cut off", async () => {
    for (const run of rehearse(briefs.short, ["briar"])) {
      const wanted = wantedBy[run.step].slice(-2);
      const asked: PromptMessage[] = [
        ...samplePrompt({ request: briefs.short, step: run.step, documents: run.documents }),
        { role: "assistant", text: run.markdown.slice(0, 700) },
        go,
        { role: "assistant", text: run.markdown.slice(700, 900) },
        { role: "user", text: taskSection({ step: run.step, wanted }) },
      ];
      const expected = run.markdown.slice(run.markdown.indexOf(`# ${wanted[0]?.heading}\n`));
      expect((await inRequests(asked, [64, 301])).text).toBe(expected);
    }
  });

  it("ends with “stop”, not “length”, if the cap is exactly large enough", async () => {
    const pieces = countPieces(whole);
    expect(await answer(messages, pieces)).toMatchObject({ text: whole, reason: "stop", output: pieces });
    expect(await answer(messages, pieces - 1)).toMatchObject({ reason: "length", output: pieces - 1 });
  });

  it("continues at the right place even if white space in the earlier answer has changed", async () => {
    const first = await answer(messages, 700);
    const trimmed = { role: "assistant", text: first.text.trim().replaceAll(/\n+/g, "\n") } as const;
    const rest = await answer([...messages, trimmed, go]);
    expect(whole.endsWith(rest.text)).toBe(true);
    expect((first.text + rest.text).replaceAll(/\s/g, "")).toBe(whole.replaceAll(/\s/g, ""));
  });

  it("writes only the missing artifacts when asked for them, with the same text as in the whole document", async () => {
    const wanted = [
      { heading: "Open questions", maxWords: 250, about: "" },
      { heading: "Claims", maxWords: 500, about: "" },
    ];
    const asked: PromptMessage[] = [
      ...messages,
      { role: "assistant", text: whole.slice(0, 900) },
      { role: "user", text: taskSection({ wanted }) },
    ];
    const expected = whole.slice(whole.indexOf("# Open questions"));
    expect((await answer(asked)).text).toBe(expected);
    expect((await inRequests(asked, [200])).text).toBe(expected);
  });

  it("answers plainly, with a quotation, when there is no task", async () => {
    const { text, reason } = await answer([{ role: "user", text: "Are you there, machine?" }]);
    expect(reason).toBe("stop");
    expect(text).toContain("“Are you there, machine?”");
    expect(text).toContain("rehearsal model");
  });

  it("refuses a prompt that does not fit its window", async () => {
    const messages = samplePrompt({ request: "word ".repeat(130_000) });
    await expect(answer(messages)).rejects.toMatchObject({ code: "context_window", retry: false });
  });
});
