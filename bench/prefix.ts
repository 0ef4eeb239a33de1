import type { Benchmark, BenchmarkOutcome } from "./benchmark.ts";
import { type Pair, pairUp, type SentPrompt } from "./prefix/compare-prompts.ts";
import { type Course, runCourse } from "./prefix/run-course.ts";
import { printTable } from "./print-table.ts";
import { percentile } from "./statistics.ts";

/** The least that a continuation must share with the previous prompt, as a fraction of the longest prefix it could share. */
const aim = 0.9;

const models = ["rehearsal/atlas", "rehearsal/briar", "rehearsal/cedar"];
const courses: Course[] = [
  {
    name: "classic run with three models",
    domain: "general",
    process: "classic",
    models,
    maxOutputTokens: 1_500,
    continuations: 5,
  },
  {
    name: "one document of 60,000 words",
    domain: "at-length",
    process: "at-length",
    models: models.slice(2),
    maxOutputTokens: 3_600,
    continuations: 30,
  },
  {
    name: "the same, in a window of 32,000",
    domain: "at-length",
    process: "at-length",
    models: ["priced/cedar"],
    maxOutputTokens: 3_600,
    continuations: 30,
    contextWindow: 32_000,
  },
];

type Row = {
  course: string;
  kind: Pair["kind"];
  /** `isNewlyShortened` of the pairs; always false for siblings. */
  shortened: boolean;
  pairs: number;
  /** The share of the later prompts' bytes that a provider may have cached. */
  share: number;
  /** The bytes of the prefixes that the prompts share, divided by the most that they could share. */
  ofPossible: number;
  worst: number;
  tenth: number;
};

export const prefix: Benchmark = {
  name: "prefix",
  about: "the byte-for-byte prefix that a prompt shares with the previous one, compared with the possible maximum",
  run: runPrefix,
};

async function runPrefix(args: string[], tell: (line: string) => void): Promise<BenchmarkOutcome> {
  if (args.length > 0) throw new Error("This benchmark has no settings, because its counts are the same in every run.");
  const rows: Row[] = [];
  for (const course of courses) {
    const prompts = await runCourse(course);
    tell(`${course.name}: ${prompts.length} prompts.`);
    rows.push(...toRows(course, prompts));
  }
  const met = rows.filter(({ kind, shortened }) => kind === "continuation" && !shortened);
  const worst = Math.min(...met.map((row) => row.worst));
  const verdict = `Each continuation without new shortening shares at least ${percent(worst)} of what it could share; the aim is ${percent(aim)}: ${worst >= aim ? "met" : "missed"}.`;
  return { figures: { aim, courses, rows }, text: `${writeRows(rows)}\n\n${verdict}`, standard: true };
}

function toRows(course: Course, prompts: readonly SentPrompt[]): Row[] {
  const groups = Map.groupBy(pairUp(prompts), ({ kind, isNewlyShortened }) => `${kind} ${isNewlyShortened}`);
  return [...groups.values()].map((pairs) => {
    const sum = (of: (pair: Pair) => number) => pairs.reduce((total, pair) => total + of(pair), 0);
    const shares = pairs.map(({ common, possible }) => Math.min(1, common / Math.max(1, possible)));
    return {
      course: course.name,
      kind: pairs[0]?.kind ?? "sibling",
      shortened: pairs[0]?.isNewlyShortened ?? false,
      pairs: pairs.length,
      share: sum(({ common }) => common) / sum(({ bytes }) => bytes),
      ofPossible: sum(({ common }) => common) / sum(({ possible }) => possible),
      worst: Math.min(...shares),
      tenth: percentile(shares, 0.1),
    };
  });
}

const percent = (share: number): string => `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;

function writeRows(rows: readonly Row[]): string {
  return printTable(
    ["prompts", "beside the one before", "pairs", "of all bytes", "of what is possible", "lowest tenth", "worst"],
    rows.map((row) => [
      row.course,
      row.kind === "sibling" ? "sibling" : row.shortened ? "continuation, newly shortened" : "continuation",
      String(row.pairs),
      percent(row.share),
      percent(row.ofPossible),
      percent(row.tenth),
      percent(row.worst),
    ]),
  );
}
