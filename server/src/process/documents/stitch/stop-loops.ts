/**
 * A model that is stuck repeats the same words until its answer is cut off. A loop is at the end of a cut-off answer, has at
 * least four repetitions and 300 characters, and contains words. A table or list may have a dozen equal entries: they are a
 * loop only if there are so many that no person would want them.
 */
const leastRepeats = 4;
const leastLength = 300;
const leastEntries = 20;
/** Equal entries are also a loop if they have this many characters in total, even if there are fewer than `leastEntries`. */
const longestEntries = 8_000;
const probeLength = 40;
const longestUnit = 4000;
const triesPerProbe = 6;

/** Removes the loop at the end of a text except for its first repetition. `repetitions` counts what was removed. */
export function stopLoop(text: string): { text: string; repetitions: number } {
  const loop = loopAtEnd(text);
  if (!loop) return { text, repetitions: 0 };
  return { text: text.slice(0, loop.kept), repetitions: Math.ceil((text.length - loop.kept) / loop.unit) };
}

/**
 * How many characters at the end of a chain are searched: twice the length of a loop that repeats the longest unit
 * `leastRepeats` times.
 */
const lookedBack = 2 * leastRepeats * longestUnit;

/**
 * True if a chain that was cut off is stuck: it ends in a loop, or its last chunk repeats the previous one. Continuing it
 * would only cost money. Checked on the raw chunks, because joining removes loops and repetitions.
 */
export function isStuck(texts: readonly string[]): boolean {
  const last = texts.at(-1) ?? "";
  if (last.length >= leastLength && last === texts.at(-2)) return true;
  let end = "";
  for (let index = texts.length - 1; index >= 0 && end.length < lookedBack; index -= 1) end = `${texts[index]}${end}`;
  return loopAtEnd(end) !== null;
}

/** `unit`: the length of one repetition. `kept`: the offset at which the remaining text ends. */
type Loop = { unit: number; kept: number };

/** Searches for earlier occurrences of the last characters; the distance to one of them is the length of a repetition. */
function loopAtEnd(text: string): Loop | null {
  const probe = text.slice(-probeLength);
  const searched = text.slice(-longestUnit - probeLength);
  let at = searched.length - probeLength;
  for (let tries = 0; tries < triesPerProbe && at > 0; tries++) {
    at = searched.lastIndexOf(probe, at - 1);
    if (at < 0) return null;
    const loop = loopOf(text, searched.length - probeLength - at);
    if (loop) return loop;
  }
  return null;
}

function loopOf(text: string, unit: number): Loop | null {
  let start = text.length - unit;
  while (start > 0 && text[start - 1] === text[start - 1 + unit]) start--;
  const length = text.length - start;
  if (length < leastLength || length < unit * leastRepeats) return null;
  // If a repetition spans several lines, the text is kept up to the end of a line: half a row would run into the text after
  // it.
  const isLines = text.slice(-unit).includes("\n");
  const kept = isLines ? text.indexOf("\n", start + unit - 1) + 1 : start + unit;
  const said = text.slice(kept - unit, kept);
  if (!/[\p{L}\p{N}]/u.test(said)) return null;
  const isTooShort = length < unit * leastEntries && length < longestEntries;
  return isLines && isTooShort && areEntries(said) ? null : { unit, kept };
}

/** True if each line is a table row or a list item. */
const areEntries = (lines: string): boolean =>
  lines.split("\n").every((line) => /^\s*(?:$|\||[-*+•]\s|\d{1,9}[.)]\s)/u.test(line));
