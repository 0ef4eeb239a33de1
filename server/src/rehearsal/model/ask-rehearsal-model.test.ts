import { describe, expect, it, vi } from "vitest";
import { type CallInput, countPieces } from "#models";
import { AppError } from "#platform";
import { askRehearsalModel } from "#rehearsed";
import { briefs } from "../sample-briefs.fixture.ts";
import { samplePrompt } from "../sample-prompts.fixture.ts";

type Asking = Omit<CallInput, "model"> & { model: string };
const answerById = ({ model, ...input }: Asking) => askRehearsalModel(model.replace("rehearsal/", ""), input);

const [, user] = samplePrompt({ request: briefs.billing });
const input: Asking = {
  model: "rehearsal/atlas",
  instructions: "Follow the task.",
  messages: [{ role: "user", content: user?.text ?? "" }],
};

describe("a call", () => {
  it("streams the text and returns it with its usage", async () => {
    const onText = vi.fn();
    const result = await answerById({ ...input, onText });
    expect(onText.mock.calls.map(([delta]) => delta).join("")).toBe(result.text);
    expect(onText.mock.calls.length).toBeGreaterThan(10);
    expect(result.finishReason).toBe("stop");
    expect(result.usage).toMatchObject({ outputTokens: countPieces(result.text), estimated: false });
    expect(result.text).toMatch(/^# Business case\n/);
  });

  it("returns the same bytes every time, including the raw answer, which contains no timestamps", async () => {
    const [one, other] = await Promise.all([answerById(input), answerById(input)]);
    expect(other).toEqual(one);
    expect(JSON.parse(one.raw)).toEqual({
      model: "rehearsal/atlas",
      chunks: [
        {
          text: one.text,
          finish_reason: "end_of_text",
          usage: { input_tokens: one.usage.inputTokens, output_tokens: one.usage.outputTokens },
        },
      ],
    });
  });

  it("is cut off at its cap, and a further call continues where it stopped", async () => {
    const whole = await answerById(input);
    const first = await answerById({ ...input, maxOutputTokens: 400 });
    expect(first).toMatchObject({ finishReason: "length", usage: { outputTokens: 400 } });
    const messages: Asking["messages"] = [
      ...input.messages,
      { role: "assistant", content: first.text },
      { role: "user", content: "Continue." },
    ];
    const second = await answerById({ ...input, messages });
    expect(first.text + second.text).toBe(whole.text);
  });

  it("is refused for an unknown model", async () => {
    await expect(answerById({ ...input, model: "rehearsal/atlsa" })).rejects.toMatchObject({ code: "unknown_model" });
  });

  it("is refused if the prompt is too long for the model", async () => {
    const content = `<<<request 0123456789ab>>>\n${"word ".repeat(130_000)}\n<<<end request 0123456789ab>>>\n\n${user?.text.slice(user.text.indexOf("<<<task"))}`;
    await expect(answerById({ ...input, messages: [{ role: "user", content }] })).rejects.toMatchObject({
      code: "context_window",
      retry: false,
    });
  });
});

describe("an abort", () => {
  it("throws the signal's reason if the signal is aborted before the call", async () => {
    const reason = new AppError("run_cancelled", "Cancelled by the user.");
    await expect(answerById({ ...input, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it("throws the signal's reason if the signal is aborted during the call, and keeps the text streamed so far", async () => {
    const controller = new AbortController();
    const reason = new AppError("lease_lost", "Another worker has the job.");
    let heard = "";
    const onText = (delta: string) => {
      heard += delta;
      controller.abort(reason);
    };
    await expect(answerById({ ...input, signal: controller.signal, onText })).rejects.toBe(reason);
    expect(heard).not.toBe("");
  });
});
