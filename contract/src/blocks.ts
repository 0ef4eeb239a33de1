import { z } from "zod";
import { Fact, FactValue } from "./facts.ts";
import { FactId } from "./ids.ts";
import { projectParams } from "./params.ts";
import type { Route } from "./route.ts";
import { Moment } from "./values.ts";

/** One line of a knowledge block. */
export const BlockEntry = z.object({
  /** A conflict contradicts the accepted fact of its key. */
  kind: z.enum(["fact", "conflict"]),
  key: z.string(),
  label: z.string(),
  number: z.int(),
  factId: FactId,
  statement: z.string(),
  value: FactValue,
  source: Fact.shape.source,
  severity: z.enum(["hard", "soft"]).nullable(),
});
export type BlockEntry = z.infer<typeof BlockEntry>;

/** The known facts about one aspect of a project or of an item. */
export const Block = z.object({
  /** "project", or the id of an item. */
  subject: z.string(),
  /** "project.budget" */
  block: z.string(),
  /** The number of the newest event about one of its keys; 0 if there is none. */
  revision: z.int(),
  updatedAt: Moment.nullable(),
  updatedBy: z.enum(["user", "policy"]).nullable(),
  entries: z.array(BlockEntry),
  /** Important keys that are still empty. */
  questions: z.array(z.object({ key: z.string(), question: z.string() })),
});
export type Block = z.infer<typeof Block>;

export const Blocks = z.object({ items: z.array(Block), markdown: z.string() });
export type Blocks = z.infer<typeof Blocks>;

/** The routes of a project's knowledge blocks. */
export const blocksRoutes = {
  getBlocks: {
    method: "get",
    path: "/api/projects/{projectId}/blocks",
    about: "What is known about the project, block by block, as data and as Markdown.",
    params: projectParams,
    response: Blocks,
  },
} as const satisfies Record<string, Route>;
