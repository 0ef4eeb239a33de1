import type { ScannedText } from "./scan-text.ts";
import { shingle } from "./tables.ts";

/** A unit is skipped if the units picked before contain more than this share of its three-word sequences. */
const mostRepeated = 0.6;
/** A heading is kept with a unit below it if the heading takes no more than this share of the room. */
const headingShare = 0.15;
/** The room, in characters, reserved for the mark `[…]` where text is left out. */
const signLength = 16;

/**
 * The units to keep, most important first, within `room` characters. Each unit comes from the list that has used the
 * least room so far, so that no criterion crowds out another. Remaining room is filled from the top of the text.
 */
export function pickUnits(scanned: ScannedText, lists: readonly Int32Array[], room: number): number[] {
  const { units } = scanned;
  const picked: number[] = [];
  const isPicked = new Uint8Array(units.count);
  const said = new Set<number>();
  let left = room;

  const lengthOf = (unit: number): number => (units.ends[unit] ?? 0) - (units.starts[unit] ?? 0);
  const take = (unit: number): number => {
    const besides = isPicked[unit - 1] || isPicked[unit + 1] ? 0 : signLength;
    const cost = lengthOf(unit) + besides;
    if (isPicked[unit] || cost > left) return 0;
    isPicked[unit] = 1;
    picked.push(unit);
    left -= cost;
    return cost;
  };
  const takeWithHeading = (unit: number): number => {
    const cost = take(unit);
    const heading = units.headings[unit] ?? -1;
    if (cost === 0 || heading < 0 || lengthOf(heading) > room * headingShare) return cost;
    return cost + take(heading);
  };

  const cursors = lists.map((list) => ({ list, at: 0, used: 0 }));
  for (;;) {
    let next: (typeof cursors)[number] | undefined;
    for (const cursor of cursors)
      if (cursor.at < cursor.list.length && cursor.used < (next?.used ?? Number.POSITIVE_INFINITY)) next = cursor;
    if (!next || left <= 0) break;
    const unit = next.list[next.at] ?? 0;
    next.at += 1;
    if (isPicked[unit] || lengthOf(unit) > left || repeats(scanned, unit, said)) continue;
    next.used += takeWithHeading(unit);
    remember(scanned, unit, said);
  }
  for (let unit = 0; unit < units.count && left > signLength; unit += 1) take(unit);
  return picked;
}

function repeats({ words, firstWords }: ScannedText, unit: number, said: ReadonlySet<number>): boolean {
  const first = (firstWords[unit] ?? 0) + 2;
  const end = firstWords[unit + 1] ?? 0;
  let known = 0;
  for (let at = first; at < end; at += 1) if (said.has(shingleAt(words.hashes, at))) known += 1;
  return end > first && known / (end - first) > mostRepeated;
}

function remember({ words, firstWords }: ScannedText, unit: number, said: Set<number>): void {
  const end = firstWords[unit + 1] ?? 0;
  for (let at = (firstWords[unit] ?? 0) + 2; at < end; at += 1) said.add(shingleAt(words.hashes, at));
}

const shingleAt = (hashes: Uint32Array, at: number): number =>
  shingle(hashes[at - 2] ?? 0, hashes[at - 1] ?? 0, hashes[at] ?? 0);
