/**
 * A model that is stuck repeats the same words until its answer is cut off. Such a loop is kept once. It has at least four
 * repetitions and 300 characters, and contains words: equal table rows or a long rule are not loops.
 */
const leastRepeats = 4;
const leastLength = 300;
/** The text is searched for loops at intervals of this many characters. */
const stride = 100;
const probeLength = 40;
const longestUnit = 4000;
const triesPerProbe = 6;

export function stopLoops(text: string): string {
  let result = "";
  let from = 0;
  for (let at = 0; at + probeLength < text.length; at += stride) {
    if (at < from) continue;
    const loop = loopAround(text, at, from);
    if (!loop) continue;
    result += text.slice(from, loop.start + loop.unit);
    from = loop.end;
  }
  return result + text.slice(from);
}

/** Twice the length of a loop that repeats the longest unit `leastRepeats` times. */
const lookedBack = 2 * leastRepeats * longestUnit;

/**
 * True if a chain that was cut off is stuck: it ends in a loop, or its last chunk repeats the one before. Continuing it
 * would only cost money. Checked on the raw chunks, because joining removes loops and repetitions.
 */
export function isStuck(texts: readonly string[]): boolean {
  const last = texts.at(-1) ?? "";
  if (last.length >= leastLength && last === texts.at(-2)) return true;
  let end = "";
  for (let index = texts.length - 1; index >= 0 && end.length < lookedBack; index -= 1) end = `${texts[index]}${end}`;
  return endsInLoop(end);
}

function endsInLoop(text: string): boolean {
  const at = text.length - leastLength;
  const loop = at < 0 ? null : loopAround(text, at, 0);
  return loop !== null && loop.end === text.length;
}

type Loop = { start: number; unit: number; end: number };

function loopAround(text: string, at: number, from: number): Loop | null {
  const probe = text.slice(at, at + probeLength);
  if (!/[\p{L}\p{N}]/u.test(probe)) return null;
  const ahead = text.slice(at, at + longestUnit + probeLength);
  let unit = 0;
  for (let tries = 0; tries < triesPerProbe; tries++) {
    unit = ahead.indexOf(probe, unit + 1);
    if (unit < 0) return null;
    const loop = extend(text, { at, unit, from });
    const length = loop.end - loop.start;
    if (length >= leastLength && length >= unit * leastRepeats) return loop;
  }
  return null;
}

/** Extends the range to both sides as far as the text repeats itself at this distance. */
function extend(text: string, { at, unit, from }: { at: number; unit: number; from: number }): Loop {
  let start = at;
  while (start > from && text[start - 1] === text[start - 1 + unit]) start--;
  let end = at + unit;
  while (end < text.length && text[end] === text[end - unit]) end++;
  return { start, unit, end };
}
