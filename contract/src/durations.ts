import { z } from "zod";

const units = [
  { sign: "d", word: "day", ms: 86_400_000 },
  { sign: "h", word: "hour", ms: 3_600_000 },
  { sign: "m", word: "minute", ms: 60_000 },
  { sign: "s", word: "second", ms: 1_000 },
  { sign: "ms", word: "millisecond", ms: 1 },
] as const;

const pattern = /^(\d{1,9}(?:\.\d{1,3})?)(ms|[smhd])$/;
const longestMs = 7 * 86_400_000;

/** A typed duration: a number with its unit, at most a week. */
export const Duration = z.string().refine((text) => {
  const ms = parseDuration(text);
  return ms !== undefined && ms <= longestMs;
}, "give a number and its unit, such as 90s, 15m or 2h, at most 7d");

/** Returns milliseconds, or undefined if the text is not a duration. */
export function parseDuration(text: string): number | undefined {
  const [, number, sign] = pattern.exec(text.trim()) ?? [];
  const unit = units.find((one) => one.sign === sign);
  return unit && Math.round(Number(number) * unit.ms);
}

/** Formats a duration as people type it: 15m. */
export function formatDuration(ms: number): string {
  const { count, unit } = inUnits(ms);
  return `${count}${unit.sign}`;
}

/** Formats a duration for sentences: 15 minutes. */
export function sayDuration(ms: number): string {
  const { count, unit } = inUnits(ms);
  return `${count} ${unit.word}${count === 1 ? "" : "s"}`;
}

/** The largest unit that divides the duration evenly. */
function inUnits(ms: number) {
  const whole = Math.round(ms);
  const unit = units.find((one) => whole >= one.ms && whole % one.ms === 0) ?? units[4];
  return { count: whole / unit.ms, unit };
}
