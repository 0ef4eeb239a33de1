import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { briefs } from "../sample-briefs.fixture.ts";
import { samplePrompt, write } from "../sample-prompts.fixture.ts";
import { createRehearsalModel } from "./create-rehearsal-model.ts";
import { readPace } from "./latency.ts";

const limits = { contextWindow: 128_000, maxOutputTokens: 16_000 };
const model = (setting: string, value: string) =>
  createRehearsalModel("rehearsal/briar", limits, { [`DIALECTIC_REHEARSAL_${setting}`]: value });
const prompt = samplePrompt({ request: briefs.short }).flatMap(({ role, text }) =>
  role === "user" ? [{ role, content: [{ type: "text" as const, text }] }] : [],
);
const partsOf = async (setting: string, value: string): Promise<LanguageModelV4StreamPart[]> =>
  Array.fromAsync((await model(setting, value).doStream({ prompt })).stream);
const textOf = (parts: LanguageModelV4StreamPart[]): string =>
  parts.map((part) => (part.type === "text-delta" ? part.delta : "")).join("");

describe("simulated latency", () => {
  it.each(["LATENCY_MS", "TTFT_MS"])("can be aborted and then throws the signal's reason: %s", async (setting) => {
    const controller = new AbortController();
    const { stream } = await model(setting, "600000").doStream({ prompt, abortSignal: controller.signal });
    const reader = stream.getReader();
    expect((await reader.read()).value?.type).toBe("stream-start");
    expect((await reader.read()).value?.type).toBe("text-start");
    const next = reader.read();
    controller.abort(new Error("the user changed their mind"));
    await expect(next).rejects.toThrow("the user changed their mind");
  });

  it.each(["LATENCY_MS", "TTFT_MS", "TOKENS_PER_SECOND", "SEED"])(
    "is refused if %s is not a number; the error names the variable",
    async (setting) => {
      await expect(partsOf(setting, "soon")).rejects.toThrow(new RegExp(`DIALECTIC_REHEARSAL_${setting} is “soon”`));
    },
  );

  it("is zero by default, exact if set for whole answers, and otherwise varied by up to a fifth", () => {
    const answer = { text: "An answer.", tokens: 500 };
    expect(readPace(answer, {})).toEqual({ firstMs: 0, restMs: 0 });
    expect(readPace(answer, { DIALECTIC_REHEARSAL_LATENCY_MS: "300" })).toEqual({ firstMs: 0, restMs: 300 });
    const env = { DIALECTIC_REHEARSAL_TTFT_MS: "400", DIALECTIC_REHEARSAL_TOKENS_PER_SECOND: "100" };
    const paces = Array.from({ length: 50 }, (_, seed) =>
      readPace(answer, { ...env, DIALECTIC_REHEARSAL_SEED: String(seed) }),
    );
    expect(paces.every(({ firstMs }) => firstMs >= 320 && firstMs <= 480)).toBe(true);
    expect(paces.every(({ restMs }) => restMs >= 4000 && restMs <= 6000)).toBe(true);
    expect(new Set(paces.map(({ firstMs }) => firstMs)).size).toBeGreaterThan(40);
    expect(readPace(answer, { ...env, DIALECTIC_REHEARSAL_SEED: "7" })).toEqual(paces[7]);
  });
});

describe("a seed", () => {
  it("gives the same bytes in every process, and different bytes from another seed", async () => {
    const here = textOf(await partsOf("SEED", "11"));
    expect(textOf(await partsOf("SEED", "12"))).not.toBe(here);
    const module = new URL("./create-rehearsal-model.ts", import.meta.url).href;
    const script = `import { createRehearsalModel } from ${JSON.stringify(module)};
      const { content } = await createRehearsalModel("rehearsal/briar", ${JSON.stringify(limits)}, process.env).doGenerate({ prompt: ${JSON.stringify(prompt)} });
      process.stdout.write(content[0].text);`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
      env: { ...process.env, DIALECTIC_REHEARSAL_SEED: "11" },
    });
    expect(stdout).toBe(here);
  });

  it("of 0 has no effect", async () => {
    expect(textOf(await partsOf("SEED", "0"))).toBe(
      write("briar", { request: briefs.short }).replace(", under the instructions “rehearse”", ""),
    );
  });
});
