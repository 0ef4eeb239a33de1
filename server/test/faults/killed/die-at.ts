/**
 * Loaded into the program by `node --import`. Ends the process as `kill -9` would when it passes the point named in DIE_AT
 * (`outcome recorded: plan done#3` means the third time). Appends every point that the process passes to the file PASSED.
 */

import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const { DIE_AT: dieAt, PASSED: file } = process.env;
const counts = new Map<string, number>();

function hear(message: unknown): void {
  const { point, of } = message as { point: string; of: string }; // no schema library: it would slow down every start
  const name = of === "" ? point : `${point}: ${of}`;
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  if (file) appendFileSync(file, `${name}#${count}\n`);
  if (dieAt === `${name}#${count}`) process.kill(process.pid, "SIGKILL");
}

if (isMainThread) subscribe("dialectic:points", hear);
