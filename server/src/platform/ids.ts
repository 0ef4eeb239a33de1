import { getRandomValues } from "node:crypto";

/** A version 7 UUID: the first 48 bits are the time in milliseconds, so that ids sort by creation time. */
export function uuidv7(now = Date.now(), place?: number): string {
  const bytes = getRandomValues(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, (BigInt(now) << 16n) | 0x7000n | BigInt(place ?? view.getUint16(6) & 0x0fff));
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80);
  const hex = Buffer.from(bytes).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const places = 0x1000;
let last = { ms: 0, place: 0 };

/** The next timestamp. Ids within a millisecond are counted. When the counter is full, the next millisecond starts early. */
function nextPlace(): typeof last {
  const now = Date.now();
  if (now > last.ms) last = { ms: now, place: 0 };
  else last = last.place + 1 < places ? { ...last, place: last.place + 1 } : { ms: last.ms + 1, place: 0 };
  return last;
}

/**
 * A new id of the type the caller expects: `newId<JobId>()`. The caller asserts the brand where it creates the row. Ids of one
 * process sort in creation order, so that jobs created together start in that order.
 */
export function newId<Id extends string>(): Id {
  const { ms, place } = nextPlace();
  return uuidv7(ms, place) as Id;
}
