import { getRandomValues } from "node:crypto";

/** A UUID of version 7: the first 48 bits are the time in milliseconds, so that ids sort by when they were made. */
export function uuidv7(now = Date.now()): string {
  const bytes = getRandomValues(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, (BigInt(now) << 16n) | 0x7000n | BigInt(view.getUint16(6) & 0x0fff));
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80);
  const hex = Buffer.from(bytes).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A fresh id of the kind the caller expects: `newId<JobId>()`. The brand is the caller's claim, made where the row is made. */
export const newId = <Id extends string>(): Id => uuidv7() as Id;
