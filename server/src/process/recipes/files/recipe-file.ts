import { z } from "zod";

const Key = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, "must be lower-case letters, digits and hyphens, starting with a letter");
const TypeName = z
  .string()
  .regex(/^[a-z][a-z_]*$/, "must be lower-case letters and underscores, starting with a letter");
const Line = z.string().regex(/^[^\r\n]*$/, "must be one line, without a line break");

const Input = z.strictObject({
  type: TypeName,
  /** The stage from which the input comes; by default this stage. */
  stage: Key.optional(),
  own: z.boolean().optional(),
  /** Only documents of other models: a model does not review its own proposal. */
  others: z.boolean().optional(),
  required: z.boolean().default(true),
  relevance: z.number().min(0).max(1).default(1),
});

const Artifact = z.strictObject({
  // Plain words, because the title becomes a heading, a line of the prompt (`- # Title (at most 300 words): …`) and a file
  // name.
  title: z
    .string()
    .regex(
      /^\p{L}[\p{L}\p{N} -]{0,59}$/u,
      "must be a heading of letters, digits, spaces and hyphens, starting with a letter",
    ),
  words: z.int().min(10).max(20_000),
  about: Line.default(""),
  required: z.boolean().default(true),
  /** The rows of a scorecard, with their weights. Missing rows are requested again. */
  criteria: z
    .array(z.strictObject({ name: Line.min(1).max(120), weight: z.number().min(0).max(100) }))
    .max(40)
    .optional(),
});

const quorum = /^quorum\((\d+)\)$/;
const OnChildFailure = z.union(
  [
    z.literal(["fail", "continue"]),
    z
      .string()
      .regex(quorum)
      .transform((text) => ({ quorum: Number(quorum.exec(text)?.[1]) })),
    z.strictObject({ quorum: z.int() }),
  ],
  "must be fail, continue or quorum(n)",
);

const Step = z.strictObject({
  key: Key,
  name: Line.min(1),
  /** Steps that must be done first. The default is the previous step, so that the steps form a chain. */
  after: z.array(Key).optional(),
  prompt: Key,
  inputs: z.array(Input).default([]),
  // Any text is accepted, even null, because an unknown strategy has a defined meaning (see strategies.ts).
  strategy: z
    .string()
    .nullish()
    .transform((name) => name ?? ""),
  output: TypeName,
  intermediate: z.boolean().default(false),
  artifacts: z.array(Artifact).min(1, "a step must write at least one artifact"),
  on_child_failure: OnChildFailure.default("fail"),
  oversize: z.enum(["compress", "combine"]).default("compress"),
});

/** The format of a recipe file. The database stores the validated value. */
export const RecipeFile = z.strictObject({
  key: Key,
  /** The prompts that make up the instructions, in this order. */
  instructions: z.array(Key).min(1),
  steps: z.array(Step).min(1, "a recipe must have at least one step"),
});
export type RecipeFile = z.infer<typeof RecipeFile>;
export type StepFile = RecipeFile["steps"][number];

/** The prompts for combining, used by every recipe whose steps combine inputs. */
export const combiningPrompts = { instructions: ["combining-role", "rules"], prompt: "combining" };

export const hasCombining = (recipe: RecipeFile): boolean => recipe.steps.some((step) => step.oversize === "combine");

/** The keys of all the prompts that a recipe uses, without duplicates. */
export const promptKeys = (recipe: RecipeFile): string[] => {
  const { instructions, prompt } = combiningPrompts;
  const ofCombining = hasCombining(recipe) ? [...instructions, prompt] : [];
  return [...new Set([...recipe.instructions, ...recipe.steps.map((step) => step.prompt), ...ofCombining])].sort();
};

/** Each step with its predecessors. If none are given, the predecessor is the previous step. */
export const stepGraph = (recipe: RecipeFile): { key: string; after: string[] }[] =>
  recipe.steps.map((step, index) => {
    const above = recipe.steps[index - 1];
    return { key: step.key, after: step.after ?? (above ? [above.key] : []) };
  });

/** The key of an artifact: its title in kebab-case. */
export const artifactKey = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/-$/, "");
