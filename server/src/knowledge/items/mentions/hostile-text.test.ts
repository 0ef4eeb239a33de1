import { expect, it } from "vitest";
import { findSlowClasses } from "#test";
import { hostileItems } from "./hostile-items.fixture.ts";
import { findMentions } from "./read-mentions.ts";

it("findMentions takes linear time and never throws", { timeout: 120_000 }, () => {
  expect(findSlowClasses((text) => findMentions(text, hostileItems))).toEqual([]);
});

it.each([
  ["a name that is repeated", (length: number) => "word ".repeat(length / 5)],
  ["a mention that is repeated", (length: number) => `@item(${hostileItems[0]?.id}:aaa) `.repeat(length / 48)],
  ["mentions that never close", (length: number) => `@item(${hostileItems[0]?.id}:(a`.repeat(length / 46)],
])("findMentions takes linear time for %s", (_, textOf) => {
  const cpuMs = (text: string) => {
    const before = process.threadCpuUsage();
    findMentions(text, hostileItems);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  const small = textOf(100_000);
  cpuMs(small);
  const growth = [1, 2, 3].map(() => cpuMs(textOf(400_000)) / Math.max(3, cpuMs(small)));
  expect(Math.min(...growth)).toBeLessThan(9);
});
