import { describe, expect, it } from "vitest";
import {
  formatAge,
  formatAmount,
  formatCount,
  formatEstimate,
  formatMoment,
  formatMoney,
  formatNumber,
  formatReadingTime,
  formatWhen,
} from "./format.ts";

const now = new Date("2025-11-15T12:00:00").getTime();
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

describe("formatAge", () => {
  it.each([
    [0.5, "now"],
    [-3, "now"],
    [5, "5\u00a0min"],
    [59, "59\u00a0min"],
    [60, "1\u00a0h"],
    [23 * 60, "23\u00a0h"],
    [25 * 60, "Fri"],
    [13 * 24 * 60, "2 Nov"],
    [400 * 24 * 60, "11 Oct 2024"],
  ])("formats %d minutes ago as %s", (minutes, expected) => {
    expect(formatAge(ago(minutes), now)).toBe(expected);
  });
});

describe("formatMoment", () => {
  it.each([
    ["2025-11-02T15:42:00", "2 Nov 2025, 15:42"],
    ["2026-01-31T00:05:59", "31 Jan 2026, 00:05"],
  ])("formats %s as %s", (at, expected) => {
    expect(formatMoment(at)).toBe(expected);
  });
});

describe("formatWhen", () => {
  const now = new Date(2026, 10, 19, 23, 58);
  it("shows only the time if it is today, and the date before it if not", () => {
    expect(formatWhen(new Date(2026, 10, 19, 8, 5).getTime(), now)).toBe("08:05");
    expect(formatWhen(new Date(2026, 10, 20, 0, 8).toISOString(), now)).toBe("20 Nov 2026, 00:08");
  });
});

describe("formatMoney", () => {
  it.each([
    ["0", "free"],
    ["104000", "$0.104"],
    ["17200", "$0.0172"],
    ["1", "$0.000001"],
    ["500000", "$0.50"],
    ["12000000", "$12.00"],
    ["9007199254740993000000", "$9,007,199,254,740,993.00"],
    ["-21400", "−$0.0214"],
  ])("formats %s millionths of a dollar as %s", (micros, expected) => {
    expect(formatMoney(micros)).toBe(expected);
  });
});

describe("formatAmount", () => {
  it("formats zero as an amount, not as free", () => {
    expect(formatAmount("0")).toBe("$0.00");
    expect(formatAmount(21_400n)).toBe("$0.0214");
  });
});

describe("formatEstimate", () => {
  it.each([
    ["0", "$0.00"],
    ["21", "$0.000021"],
    ["213847", "$0.2138"],
    ["999990", "$1.00"],
    ["63104999", "$63.10"],
  ])("formats an estimate of %s millionths of a dollar as %s", (micros, expected) => {
    expect(formatEstimate(micros)).toBe(expected);
  });
});

describe("formatNumber and formatReadingTime", () => {
  it("join a number and its unit with a non-breaking space", () => {
    expect(formatNumber(1, "document")).toBe("1\u00a0document");
    expect(formatNumber(2310, "word")).toBe("2,310\u00a0words");
    expect(formatNumber(3, "synthesis", "syntheses")).toBe("3\u00a0syntheses");
    expect([999, 4812, 100_000, -1_234_567].map(formatCount)).toEqual(["999", "4,812", "100,000", "-1,234,567"]);
  });

  it("show a reading time of at least one minute", () => {
    expect(formatReadingTime(20)).toBe("1\u00a0min read");
    expect(formatReadingTime(3420)).toBe("17\u00a0min read");
  });
});
