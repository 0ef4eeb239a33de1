import type { Event } from "@dialectic/contract";

/** A piece of an answer, without gaps. `start` is the offset in the answer at which the piece begins. */
type Run = { start: number; text: string };

/** The text that a job is writing, as far as it has arrived. */
export type LiveText = { fence: number; continuation: number; runs: readonly Run[] };

/** The texts by job, with the job that wrote last at the end. */
export type LiveTexts = ReadonlyMap<string, LiveText>;

/** Characters kept per job: enough to follow the text as it is written. The finished document has the whole text. */
const keptPerJob = 20_000;
const keptJobs = 64;

/**
 * Returns the texts after an event. If the event does not affect them, returns the same map, so that nothing is rendered
 * again.
 */
export function nextTexts(texts: LiveTexts, { kind, data }: Event): LiveTexts {
  const { jobId, continuation, from, text } = data;
  const fence = Number(data["fence"]);
  if (typeof jobId !== "string" || !Number.isSafeInteger(fence)) return texts;
  const known = texts.get(jobId);
  // Text from a worker that no longer holds the job is discarded.
  if (known && fence < known.fence) return texts;
  if (kind === "job.processing") {
    return known && fence > known.fence ? replace(texts, jobId, { ...known, fence, runs: [] }) : texts;
  }
  if (kind !== "text.streamed" || typeof text !== "string" || typeof from !== "number") return texts;
  const runs = known?.fence === fence ? known.runs : [];
  return replace(texts, jobId, {
    fence,
    continuation: typeof continuation === "number" ? continuation : 0,
    runs: forgetBeginning(join(runs, { start: from, text })),
  });
}

/**
 * The newest piece without gaps. Words before it may be missing, because the page was opened late or the connection was
 * lost. `isWhole` is true if the piece begins where the answer begins.
 */
export function newestRun(live: LiveText): { text: string; isWhole: boolean } {
  const last = live.runs.at(-1);
  return { text: last?.text ?? "", isWhole: last === undefined || last.start === 0 };
}

function replace(texts: LiveTexts, jobId: string, live: LiveText): LiveTexts {
  const next = new Map(texts);
  next.delete(jobId);
  next.set(jobId, live);
  for (const oldest of next.keys()) {
    if (next.size <= keptJobs) break;
    next.delete(oldest);
  }
  return next;
}

/** Inserts a piece. Pieces that touch or overlap become one; where they overlap, their text is identical. */
function join(runs: readonly Run[], piece: Run): Run[] {
  const joined: Run[] = [];
  for (const run of [...runs, piece].sort((one, other) => one.start - other.start)) {
    const before = joined.at(-1);
    const overlap = before ? before.start + before.text.length - run.start : -1;
    if (before && overlap >= 0) before.text += run.text.slice(overlap);
    else joined.push({ ...run });
  }
  return joined;
}

function forgetBeginning(runs: Run[]): Run[] {
  let room = keptPerJob;
  const kept: Run[] = [];
  for (const run of runs.toReversed()) {
    if (room <= 0) break;
    const excess = Math.max(0, run.text.length - room);
    // The cut is never between the two halves of a surrogate pair.
    const cut = excess > 0 && /^[\uDC00-\uDFFF]/.test(run.text.slice(excess)) ? excess + 1 : excess;
    kept.unshift({ start: run.start + cut, text: run.text.slice(cut) });
    room -= run.text.length;
  }
  return kept;
}
