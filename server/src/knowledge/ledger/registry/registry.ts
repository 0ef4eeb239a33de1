import { itemBlocks, projectBlocks } from "@dialectic/contract";
import { z } from "zod";
import { AppError } from "#platform";
import { valueTypes } from "../values/typed-value.ts";

export const workStages = ["ideation", "planning", "solutioning"] as const;
const unitFamily = z.enum([
  "length",
  "area",
  "volume",
  "mass",
  "duration",
  "power",
  "energy",
  "temperature",
  "data",
  "angle",
  "voltage",
  "current",
  "share",
]);

/** One key in a key file. Unknown fields are refused, so that a misspelt `risk` cannot make a key low-risk. */
export const keyEntry = z
  .strictObject({
    key: z.string().regex(/^(project|item)\.[a-z]+\.[a-z0-9_]+$/, "a key reads scope.block.name, in lower case"),
    label: z.string().min(1),
    type: z.enum(valueTypes),
    unit_family: unitFamily.optional(),
    options: z.record(z.string(), z.array(z.string())).optional(),
    list: z.boolean().default(false),
    risk: z.enum(["normal", "high"]).default("normal"),
    stages: z
      .array(z.enum(workStages))
      .min(1)
      .default([...workStages]),
    severity: z.enum(["hard", "soft"]).optional(),
    important: z.boolean().default(false),
    question: z.string().min(1).optional(),
  })
  .superRefine(({ key, type, unit_family, options }, issues) => {
    const [scope, block] = key.split(".") as [string, string];
    const blocks: readonly string[] = scope === "project" ? projectBlocks : itemBlocks;
    if (!blocks.includes(block))
      issues.addIssue(`${key}: ${scope} has no block "${block}"; it has ${blocks.join(", ")}`);
    if (type === "dimension" && !unit_family) issues.addIssue(`${key}: a dimension needs unit_family`);
    if (type === "enum" && !options) issues.addIssue(`${key}: an enum needs options`);
  });

export const keyFile = z.strictObject({ version: z.int().min(1), keys: z.array(keyEntry) });

export type FactKey = {
  key: string;
  label: string;
  scope: "project" | "item";
  block: string;
  type: (typeof valueTypes)[number];
  unitFamily?: z.infer<typeof unitFamily> | undefined;
  options?: Record<string, string[]> | undefined;
  isList: boolean;
  isHighRisk: boolean;
  stages: readonly (typeof workStages)[number][];
  severity?: "hard" | "soft" | undefined;
  isImportant: boolean;
  question?: string | undefined;
};

export type Registry = ReadonlyMap<string, FactKey>;

/**
 * Joins key files. A later file may add keys and replace keys of an earlier file, so that users can adapt the shipped
 * keys.
 */
export function createRegistry(files: readonly z.infer<typeof keyFile>[]): Registry {
  return new Map(files.flatMap(({ keys }) => keys.map((entry) => [entry.key, toKey(entry)] as const)));
}

function toKey({
  key,
  unit_family,
  options,
  list,
  risk,
  stages,
  important,
  ...entry
}: z.infer<typeof keyEntry>): FactKey {
  const [scope, block] = key.split(".") as ["project" | "item", string];
  return {
    ...entry,
    key,
    scope,
    block: `${scope}.${block}`,
    unitFamily: unit_family,
    options,
    isList: list,
    isHighRisk: risk === "high",
    stages,
    isImportant: important,
  };
}

const mostSimilar = 6;

/** The error for an unknown key. It suggests keys of the same block or with the same last word. */
export function unknownKey(registry: Registry, name: string): AppError {
  const partsOf = (key: string) => ({ block: key.slice(0, key.lastIndexOf(".")), word: key.split(/[._]/).at(-1) });
  const wanted = partsOf(name);
  const similar = [...registry.keys()].filter((key) => {
    const { block, word } = partsOf(key);
    return block === wanted.block || word === wanted.word;
  });
  const listed = similar.length > 0 ? ` Similar keys: ${similar.slice(0, mostSimilar).join(", ")}.` : "";
  return new AppError("invalid_input", `The project has no key ${name}.${listed}`);
}
