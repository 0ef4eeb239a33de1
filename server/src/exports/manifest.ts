import { StatementSums } from "@dialectic/contract";
import { z } from "zod";

export const manifestPath = "manifest.json";
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);
const group = StatementSums.extend({ key: z.string().nullable() });

/**
 * The table of contents of an export. `files` lists every other file. `ledger` is a spending summary for readers and is
 * never imported. It is in the manifest, not in a file of its own, so that exporting an imported project gives the same
 * files. Version 1 of the format fixes the name `ledger`.
 */
export const Manifest = z.object({
  format: z.literal("dialectic-export"),
  version: z.literal(1),
  program: z.string(),
  project: z.object({ name: z.string().min(1).max(500) }),
  /** The number of rows of each table, in import order. */
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
