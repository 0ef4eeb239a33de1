import { describe, expect, it } from "vitest";
import { findSlowClasses } from "#test";
import { readCsv } from "./read-csv.ts";
import { readPriceRows } from "./read-price-rows.ts";

const header = "item,vendor,price,currency,date\n";

describe("a price list of hostile text", () => {
  it.each<[string, (text: string) => unknown]>([
    ["readCsv", readCsv],
    ["readCsv of one cell in quotes", (text) => readCsv(`"${text}`)],
    ["readCsv of a cell that has a letter before its quotes", (text) => readCsv(`a${text}`)],
    ["readPriceRows", (text) => readPriceRows(header + text)],
    [
      "readPriceRows of one cell",
      (text) => readPriceRows(`${header}"${text.replaceAll('"', '""')}",b,1,EUR,2026-11-18`),
    ],
    [
      "readPriceRows of a price",
      (text) => readPriceRows(`${header}a,b,"${text.replaceAll('"', '""')}",EUR,2026-11-18`),
    ],
    ["readPriceRows of a date", (text) => readPriceRows(`${header}a,b,1,EUR,"${text.replaceAll('"', '""')}"`)],
  ])("%s takes linear time and never throws", { timeout: 120_000 }, (_, read) => {
    expect(findSlowClasses(read)).toEqual([]);
  });

  it.each([
    ["quotes after a letter", (length: number) => `a${'"'.repeat(length)}`],
    ["a quote after every letter", (length: number) => 'a"'.repeat(length / 2)],
    ["spaces before quotes", (length: number) => `${" ".repeat(length)}"a"`],
  ])("readCsv takes linear time for %s", { timeout: 120_000 }, (_, textOf) => {
    const cpuMs = (length: number) => {
      const text = textOf(length);
      const before = process.threadCpuUsage();
      readCsv(text);
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    };
    cpuMs(25_000);
    const growth = [1, 2, 3].map(() => cpuMs(200_000) / Math.max(3, cpuMs(50_000)));
    expect(Math.min(...growth)).toBeLessThan(9);
  });
});
