import { micromark } from "micromark";
import { gfm } from "micromark-extension-gfm";
import { chunkText } from "../server/src/llm/memory/chunk/chunk-text.ts";
import { hideAuthor } from "../server/src/llm/prompts/hide-author.ts";
import { parseMarkdown } from "../server/src/platform/index.ts";
import { parseWorkPlan } from "../server/src/process/board/text/parse-work-plan.ts";
import { readAnswer } from "../server/src/process/documents/read/read-answer.ts";
import { readDocument } from "../server/src/process/documents/read/read-document.ts";
import { parseArtifacts } from "../server/src/process/documents/text/artifacts.ts";
import { assembleChunks } from "../server/src/process/documents/text/assemble.ts";
import { findReferences } from "../server/src/process/review/text/find-references.ts";
import { hostileTexts } from "../server/test/support/hostile-text.ts";
import type { Benchmark, BenchmarkOutcome } from "./benchmark.ts";
import { printTable } from "./print-table.ts";

const megabytes = 10;
/** What micromark still finishes in a reasonable time. */
const peerBytes = 10_000;

const readers: Record<string, (text: string) => unknown> = {
  parseMarkdown,
  parseArtifacts,
  assembleChunks: (text) => assembleChunks([text, text.slice(text.length / 2)]),
  readAnswer: (text) => readAnswer(text, { artifacts: [{ key: "claims", title: "Claims" }] }),
  readDocument: (text) => readDocument(text),
  findReferences,
  parseWorkPlan: (text) => parseWorkPlan(text),
  hideAuthor: (text) => hideAuthor({ text, models: ["rehearsal/atlas", "anthropic/claude-sonnet-4"] }),
  chunkText: (text) => {
    for (const _ of chunkText(text));
  },
};

export const hostile: Benchmark = {
  name: "hostile",
  about: `${megabytes} MB of every hostile character class through every parser, beside micromark on ${peerBytes / 1000} kB`,
  run: runHostile,
};

type Row = { reader: string; worstClass: string; worstMs: number; medianMs: number };

async function runHostile(args: string[], tell: (line: string) => void): Promise<BenchmarkOutcome> {
  if (args.length > 0) throw new Error("This benchmark has no settings.");
  const classes = hostileTexts(megabytes * 1_000_000);
  const rows = Object.entries(readers).map(([reader, read]): Row => {
    const measured = classes
      .map(({ name, text }) => ({ name, ms: timed(() => read(text)) }))
      .sort((one, other) => other.ms - one.ms);
    const worst = measured[0] ?? { name: "", ms: 0 };
    tell(`${reader}: at most ${Math.round(worst.ms)} ms, for ${worst.name}.`);
    const medianMs = measured[Math.floor(measured.length / 2)]?.ms ?? 0;
    return { reader, worstClass: worst.name, worstMs: worst.ms, medianMs };
  });
  const peer = comparePeer();
  const table = printTable(
    ["reader", `worst ms for ${megabytes} MB`, "median ms", "worst class"],
    rows.map((row) => [row.reader, row.worstMs.toFixed(0), row.medianMs.toFixed(0), row.worstClass]),
  );
  const verdict = `micromark takes ${peer.ratio.toFixed(0)} times as long as parseMarkdown for ${peerBytes / 1000} kB of ${peer.name}, its worst class.`;
  return { figures: { megabytes, rows, peer }, text: `${table}\n\n${verdict}`, standard: true };
}

function comparePeer(): { name: string; micromarkMs: number; oursMs: number; ratio: number } {
  const measured = hostileTexts(peerBytes).map(({ name, text }) => {
    const micromarkMs = timed(() => micromark(text, { extensions: [gfm()] }));
    const oursMs = timed(() => parseMarkdown(text));
    return { name, micromarkMs, oursMs, ratio: micromarkMs / oursMs };
  });
  const worst = measured.sort((one, other) => other.micromarkMs - one.micromarkMs)[0];
  if (!worst) throw new Error("There are no hostile classes.");
  return worst;
}

function timed(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}
