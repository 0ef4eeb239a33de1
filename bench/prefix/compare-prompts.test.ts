import { expect, it } from "vitest";
import { pairUp } from "./compare-prompts.ts";

const sent = (chain: string, continuation: number, prompt: string) => ({
  ...{ model: "m", stage: "s", step: "t", shortened: [] },
  chain,
  continuation,
  prompt,
});

it("pairs a continuation with the previous request, and a document's first prompt with the previous document's", () => {
  const head =
    "===== instructions =====\nBe brief.\n\n===== user =====\n<<<request 1>>>\nDo é.\n<<<end request 1>>>\n\n";
  const document = (text: string) => `<<<document 1 id="D1">>>\n${text}\n<<<end document 1>>>\n\n`;
  const claims = "<<<claims 1>>>\nC1\n<<<end claims 1>>>\n\n";
  const task = (text: string) => `<<<task 1>>>\n${text}\n<<<end task 1>>>\n`;
  const one = `${head}${document("A")}${claims}${task("Go.")}`;
  const two = `${head}${document("B")}${claims}${task("Go.")}`;
  const bytes = Buffer.byteLength;
  const pairs = pairUp([sent("a", 0, one), sent("a", 1, `${one}\nMore`), sent("b", 0, two), sent("b", 1, "Other")]);
  expect(pairs.map(({ kind, common, possible }) => [kind, common, possible])).toEqual([
    ["continuation", bytes(one), bytes(one)],
    ["continuation", 0, bytes(two)],
    // The prompts agree up to the document's text. The claims after the text are in both prompts and could come first.
    ["sibling", bytes(`${head}<<<document 1 id="D1">>>\n`), bytes(head) + bytes(claims)],
  ]);
  expect(pairs[0]?.bytes).toBe(bytes(one) + 5);
});
