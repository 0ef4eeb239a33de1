import { expect, it } from "vitest";
import { isLatin, mostUnknownShare, wordsToCheck } from "./words-to-check.ts";

it("leaves out code, addresses, mentions, paths and words with digits", () => {
  const text =
    "Whch gate `opens` at https://x.test/gate and C:\\gate, mail me@gate.test, a.name, gate2, snake_case, @item(abc:Gate)?\n```\ncode\n```";
  expect(wordsToCheck(text)).toEqual(["whch", "gate", "mail"]);
});

it.each([
  ["one letter", "a"],
  ["apostrophes", "'"],
  ["letters and apostrophes", "a'"],
  ["capitals", "A"],
  ["dots", "."],
  ["backticks", "`"],
  ["code fences", "```"],
  ["mentions without an end", "@item("],
  ["accented letters", "é"],
])("reads 20,000 characters of %s in linear time", (_, piece) => {
  const cpuMs = (length: number) => {
    const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
    const before = process.threadCpuUsage();
    for (let times = 0; times < 5; times += 1) [wordsToCheck(text), isLatin(text), mostUnknownShare(text)];
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  cpuMs(5_000);
  const growth = [1, 2, 3].map(() => cpuMs(20_000) / Math.max(3, cpuMs(5_000)));
  expect(Math.min(...growth)).toBeLessThan(9);
});
