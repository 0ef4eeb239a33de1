import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callModel, estimateTokens } from "../index.ts";
import { adapters, plantedKey, settingsAt } from "./adapters.ts";
import { type Reply, startStubServer } from "./stub-server.ts";

let stub: Awaited<ReturnType<typeof startStubServer>>;
beforeAll(async () => {
  stub = await startStubServer();
});
afterAll(() => stub.close());

const words = ["The plan holds, ", "and here is why: ", "it has three parts."];
const text = words.join("");

describe.each(adapters)("$name", ({ model, wire }) => {
  const call = (reply: Reply, patience = "10000") => {
    stub.answerWith(reply);
    return callModel({
      model,
      instructions: "Follow the task.",
      messages: [{ role: "user", content: "Write the plan." }],
      settings: settingsAt(stub.url, { DIALECTIC_CHUNK_TIMEOUT_MS: patience }),
    });
  };

  it.each(["stop", "length"] as const)("hears a stream that ends with %s, and its usage", async (reason) => {
    const frames = [...wire.say(words), ...wire.finish(reason)];
    expect(await call({ frames, ending: "end" })).toMatchObject({
      text,
      finishReason: reason,
      usage: { inputTokens: 11, outputTokens: 7, estimated: false },
    });
  });

  it.each([
    ["whose socket is destroyed", "destroy", "10000"],
    ["that ends without an ending", "end", "10000"],
    ["that falls silent", "stall", "500"],
  ] as const)("keeps the text of a stream %s, and guesses its usage", async (_, ending, patience) => {
    const result = await call({ frames: wire.say(words), ending }, patience);
    expect(result).toMatchObject({ text, finishReason: "interrupted", usage: { estimated: true } });
    expect(result.usage.outputTokens).toBeGreaterThanOrEqual(estimateTokens(text));
    expect(result.usage.inputTokens).toBeGreaterThan(0);
    expect(stub.timesAsked()).toBe(1);
  });

  it("keeps the text before a frame that is no JSON", async () => {
    const result = await call({ frames: [...wire.say(words), "data: {not json\n\n"], ending: "end" });
    expect(result).toMatchObject({ text, finishReason: "interrupted", usage: { estimated: true } });
  });

  it.each([
    ["a destroyed socket", { frames: [], ending: "destroy" }, "provider_unavailable"],
    ["a stream with nothing in it", { frames: [], ending: "end" }, "provider_unavailable"],
    ["a stream that never speaks", { frames: [], ending: "stall" }, "provider_unavailable"],
    ["a frame that is no JSON", { frames: ["data: {not json\n\n"], ending: "end" }, "invalid_answer"],
  ] as const)("takes %s for a failure that can be tried again", async (_, reply, code) => {
    const patience = reply.ending === "stall" ? "50" : "10000";
    await expect(call({ ...reply, frames: [...reply.frames] }, patience)).rejects.toMatchObject({ code, retry: true });
    expect(stub.timesAsked()).toBe(1);
  });

  it("takes an answer without a word for empty", async () => {
    const empty = call({ frames: [...wire.say([]), ...wire.finish("stop")], ending: "end" });
    await expect(empty).rejects.toMatchObject({ code: "empty_answer", retry: true });
  });

  it("hears a refusal, which is not to be tried again", async () => {
    const refusal = call({ frames: wire.refuse(), ending: "end" });
    await expect(refusal).rejects.toMatchObject({ code: "refused_by_model", retry: false });
  });

  it("keeps no key in the record of the answer", async () => {
    const frames = [...wire.say([`Your key is ${plantedKey}.`]), ...wire.finish("stop")];
    const { raw } = await call({ frames, ending: "end" });
    expect(raw).toContain("Your key is [hidden].");
    expect(raw).not.toContain(plantedKey);
  });
});
