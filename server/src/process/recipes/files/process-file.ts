import { z } from "zod";

const Key = z.string().regex(/^[a-z][a-z-]*$/, "must be lower-case letters and hyphens, starting with a letter");

const StageFile = z.strictObject({
  key: Key,
  name: z.string().min(1),
  about: z.string().min(1),
  convergence: z.enum(["per_model", "single"]),
  recipe: z.string().min(1),
});

/** Without `from`, the process starts at `to`. */
const Transition = z.strictObject({ from: Key.optional(), to: Key });

/** The format of a process file. */
export const ProcessFile = z.strictObject({
  key: Key,
  name: z.string().min(1),
  about: z.string().min(1),
  stages: z.array(StageFile).min(1, "a process must have at least one stage"),
  transitions: z.array(Transition),
  /** The stage at which a further iteration starts; by default the last one. */
  iterate_from: Key.optional(),
});
export type ProcessFile = z.infer<typeof ProcessFile>;

type Edge = { from?: string | null | undefined; to: string };

/** The predecessors of each stage. */
export const stageGraph = <Stage extends { key: string }>(stages: readonly Stage[], transitions: readonly Edge[]) =>
  stages.map(({ key }) => ({
    key,
    after: transitions.flatMap(({ from, to }) => (to === key && from ? [from] : [])),
  }));
