import { StatementSums } from "@dialectic/contract";
import { z } from "zod";

export const manifestPath = "manifest.json";
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);
const group = StatementSums.extend({ key: z.string().nullable() });

/**
 * What an export says of itself. `files` names every other file. Money is told, for people to read, and is never taken
 * in: `ledger` is no file, so that the files of an export stay the same when a project is imported and exported again.
 */
export const Manifest = z.object({
  format: z.literal("dialectic-export"),
  version: z.literal(1),
  program: z.string(),
  project: z.object({ name: z.string().min(1).max(500) }),
  /** How many rows of each table there are, in the order in which they can be taken in. */
  rows: z.record(z.string(), count),
  files: z.record(z.string(), z.object({ sha256: hash, bytes: count })),
  ledger: z.object({
    unit: z.literal("millionths of a dollar"),
    total: StatementSums,
    byStage: z.array(group),
    byModel: z.array(group),
  }),
});
export type Manifest = z.infer<typeof Manifest>;
