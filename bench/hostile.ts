import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ApiError } from "@dialectic/contract";
import { micromark } from "micromark";
import { gfm } from "micromark-extension-gfm";
import { longForm } from "../server/src/app/chat/sources/terms.source.ts";
import { isLatin, wordsToCheck } from "../server/src/app/chat/spelling/words-to-check.ts";
import { parseLine } from "../server/src/exports/rows/parse-line.ts";
import { judgeAdditions } from "../server/src/knowledge/blocks/enrich/judge-additions.ts";
import { groupMessages } from "../server/src/knowledge/exchanges/import/group-messages.ts";
import { readChat } from "../server/src/knowledge/exchanges/import/read-chat.ts";
import { nameKey } from "../server/src/knowledge/items/catalogue/match/name-key.ts";
import { parseName } from "../server/src/knowledge/items/catalogue/match/parse-name.ts";
import { hostileItems } from "../server/src/knowledge/items/mentions/hostile-items.fixture.ts";
import { findMentions } from "../server/src/knowledge/items/mentions/read-mentions.ts";
import { readPriceRows } from "../server/src/knowledge/items/prices/read-price-rows.ts";
import { buildBundle } from "../server/src/knowledge/ledger/bundle/build-bundle.ts";
import { locateQuote } from "../server/src/knowledge/ledger/evidence/locate-quote.ts";
import { readOperations } from "../server/src/knowledge/ledger/operations/read-operations.ts";
import { createCorpus } from "../server/src/llm/context/text/corpus.ts";
import { questionWords } from "../server/src/llm/context/text/question-words.ts";
import { shortenText } from "../server/src/llm/context/text/shorten-text.ts";
import { cutText } from "../server/src/llm/memory/passages/cut-text.ts";
import { hideAuthor } from "../server/src/llm/prompts/anonymity/hide-author.ts";
import { AppError, parseMarkdown } from "../server/src/platform/index.ts";
import { readChecklist } from "../server/src/process/board/text/checklist.ts";
import { parseWorkPlan } from "../server/src/process/board/text/parse-work-plan.ts";
import { parseArtifacts } from "../server/src/process/documents/artifacts/artifacts.ts";
import { findMalformedTables } from "../server/src/process/documents/artifacts/find-malformed-tables.ts";
import { linkText } from "../server/src/process/documents/links/link-text.ts";
import { unlinkText } from "../server/src/process/documents/links/unlink-text.ts";
import { readAnswer } from "../server/src/process/documents/read/read-answer.ts";
import { readDocument } from "../server/src/process/documents/read/read-document.ts";
import { expectedIn } from "../server/src/process/documents/read/shapes.fixture.ts";
import { joinChunks } from "../server/src/process/documents/stitch/join-chunks.ts";
import { findReferences } from "../server/src/process/review/text/find-references.ts";
import { proseLines } from "../server/src/process/review/text/prose-lines.ts";
import { editText, longestEdit, longestWait, openDocument } from "../server/test/flows/hostile-edit.fixture.ts";
import { hostileTexts } from "../server/test/support/hostile-text.ts";
import type { Benchmark, BenchmarkOutcome } from "./benchmark.ts";
import { printTable } from "./print-table.ts";

const standardMegabytes = 10;
/** The largest text that micromark parses in a reasonable time. */
const peerBytes = 10_000;

const artifacts = ["thesis", "antithesis", "synthesis", "parenthesis", "paralysis"].flatMap(expectedIn);

const claudeChat = (text: string) => {
  const read = readChat({
    uuid: "a",
    name: text,
    chat_messages: [{ sender: "human", text: text.slice(0, 1_000_000) }],
  });
  return read.ok ? groupMessages(read.chat, new Date()) : read;
};
const turn = (chat: string) =>
  buildBundle({
    ...{ bundleId: "a", workStage: "ideation", scope: "project", items: [], selectedItemIds: [], at: new Date() },
    ...{ questions: [], answers: [{ questionId: "q", text: chat }], chat, agentOutput: chat },
  });

/** Treats a refusal as a result, because a file with too many rows is refused only after it has been read. */
const orRefused = (read: (text: string) => unknown) => (text: string) => {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
};

const priceHeader = "item,vendor,price,currency,date\n";
/** The longest name that the API accepts for an entry or a line. */
const longestName = 200;

/** A bundle with three parts of this length has almost two million characters, the most that the database stores. */
const longestPart = 600_000;

const readers: Record<string, (text: string) => unknown> = {
  parseMarkdown,
  parseArtifacts,
  readAnswer: (text) => readAnswer(text, { artifacts, claims: [] }),
  findMalformedTables,
  joinChunks: (text) => joinChunks([text, text.slice(text.length / 2)]),
  readDocument: (text) => readDocument(text),
  findReferences,
  proseLines,
  parseWorkPlan: (text) => parseWorkPlan(text),
  readChecklist,
  hideAuthor: (text) => hideAuthor({ text, models: ["rehearsal/atlas", "anthropic/claude-sonnet-4"] }),
  cutText: (text) => {
    for (const _ of cutText(text));
  },
  readOperations,
  buildBundle: turn,
  "locateQuote, there": (text) => locateQuote(turn(text.slice(0, longestPart)), { quote: text.slice(0, 200) }),
  "locateQuote, not there": (text) => locateQuote(turn(text.slice(0, longestPart)), { quote: "nowhere at all" }),
  readChat: claudeChat,
  "messages as JSON lines": (text) => text.split("\n", 100_000).map(parseLine),
  findMentions: (text) => findMentions(text, hostileItems),
  readPriceRows: orRefused((text) => readPriceRows(priceHeader + text)),
  "readPriceRows, one cell": (text) =>
    readPriceRows(`${priceHeader}"${text.replaceAll('"', '""')}",a,1,EUR,2026-11-18`),
  "names of the catalogue": (text) => [nameKey(text), parseName(text.slice(0, longestName))],
  judgeAdditions: (text) =>
    judgeAdditions([{ add: "note", block: "project.summary", text }, text], {
      ...{ places: [{ block: "project.summary", itemId: null }], registry: new Map(), texts: [text] },
    }),
  linkText: (text) => linkText(text, { resolve: () => true, own: { claims: [{ number: 1, text }], questions: [] } }),
  unlinkText: (text) => unlinkText(text, text),
  wordsToCheck: (text) => [isLatin(text), wordsToCheck(text)],
  longForm: (text) => longForm("AB", text),
  shortenText: (text) =>
    shortenText(createCorpus([text, text.slice(0, text.length / 2)]), 0, {
      asked: questionWords("What is the plan?"),
      passages: [{ start: 0, end: text.length }],
      tokens: text.length / 4,
      budget: text.length / 40,
      count: (part) => Math.ceil(part.length / 4),
    }),
};

export const hostile: Benchmark = {
  name: "hostile",
  about: `${standardMegabytes} MB of every hostile character class through every parser and through edits, compared with micromark on ${peerBytes / 1000} kB; --megabytes N`,
  run: runHostile,
};

type Row = { reader: string; worstClass: string; worstMs: number; medianMs: number };

async function runHostile(args: string[], tell: (line: string) => void): Promise<BenchmarkOutcome> {
  const { values } = parseArgs({ args, options: { megabytes: { type: "string" } } });
  const megabytes = Number(values.megabytes ?? standardMegabytes);
  if (!(megabytes > 0)) throw new Error("--megabytes must be a number above zero.");
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
  const edits = await measureEdits(classes, tell);
  const peer = comparePeer();
  const table = printTable(
    ["reader", `worst ms for ${megabytes} MB`, "median ms", "worst class"],
    rows.map((row) => [row.reader, row.worstMs.toFixed(0), row.medianMs.toFixed(0), row.worstClass]),
  );
  const verdict = `micromark takes ${peer.ratio.toFixed(0)} times as long as parseMarkdown for ${peerBytes / 1000} kB of ${peer.name}, its worst class.`;
  const editing = `An edit of ${longestEdit / 1_000_000} million characters keeps another request waiting for at most ${edits.worstMs.toFixed(0)} ms (${edits.worstClass}); on an idle server a request waits ${edits.idleMs.toFixed(0)} ms. ${edits.refused} of ${classes.length} longer edits were refused.`;
  const standard = megabytes === standardMegabytes;
  return { figures: { megabytes, rows, edits, peer }, text: `${table}\n\n${editing}\n${verdict}`, standard };
}

/**
 * For each class of hostile text, edits a document with the text cut to the limit for edits, and measures how long another
 * request waits meanwhile. If the whole text is longer than the limit, an edit with the whole text must be refused.
 */
async function measureEdits(classes: readonly { name: string; text: string }[], tell: (line: string) => void) {
  const data = mkdtempSync(join(tmpdir(), "dialectic-bench-hostile-"));
  const { server, client, documentId } = await openDocument(data);
  try {
    const idleMs = await longestWait(client, wait(1_000));
    let refused = 0;
    let worst = { worstMs: 0, worstClass: "" };
    for (const { name, text } of classes) {
      if (text.length > longestEdit) {
        const isRefused = await editText(client, documentId, text).then(
          () => false,
          (error: unknown) => error instanceof ApiError && error.problem.code === "invalid_input",
        );
        if (!isRefused) throw new Error(`An edit of ${text.length} characters (${name}) was not refused.`);
        refused += 1;
      }
      const worstMs = await longestWait(client, editText(client, documentId, `a${text}`.slice(0, longestEdit)));
      if (worstMs > worst.worstMs) worst = { worstMs, worstClass: name };
    }
    tell(`edits: another request waits for at most ${Math.round(worst.worstMs)} ms, for ${worst.worstClass}.`);
    return { idleMs, refused, ...worst };
  } finally {
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
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
