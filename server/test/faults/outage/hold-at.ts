/**
 * Loaded into the program by `node --import`. When the process passes the point named in HOLD_AT, creates the file REACHED
 * and blocks the thread until the file CONTINUE exists. Appends every point that the process passes to the file PASSED.
 */

import { subscribe } from "node:diagnostics_channel";
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const { HOLD_AT: holdAt, REACHED: reached = "", CONTINUE: go = "", PASSED: passed = "" } = process.env;
const counts = new Map<string, number>();
const pause = new Int32Array(new SharedArrayBuffer(4));

function onPoint(message: unknown): void {
  const { point, of } = message as { point: string; of: string }; // no schema library: it would slow down every start
  const name = of === "" ? point : `${point}: ${of}`;
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  appendFileSync(passed, `${name}#${count}\n`);
  if (holdAt !== `${name}#${count}`) return;
  writeFileSync(reached, "");
  while (!existsSync(go)) Atomics.wait(pause, 0, 0, 10);
}

if (isMainThread) subscribe("dialectic:points", onPoint);
