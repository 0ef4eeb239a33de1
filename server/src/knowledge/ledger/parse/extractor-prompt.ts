import { readFileSync } from "node:fs";
import { z } from "zod";
import type { FactKey, Registry } from "../registry/registry.ts";
import type { BundleRow } from "../turns/bundles.store.ts";

let instructions: string | undefined;
const file = new URL("../../../../seed/extractor.md", import.meta.url);

/** More accepted facts than this would leave too little room for the turn. */
export const mostFactsInPrompt = 200;

/**
 * The shape of the answer that the extractor is asked for. An answer of another shape is not rejected, because
 * operations are read one by one.
 */
export const ExtractorAnswer = z
  .object({
    operations: z.array(
      z.object({
        op: z.enum(["ADD", "UPDATE", "CONFLICT", "NOTE"]),
        key: z.string(),
        itemId: z.string().optional(),
        value: z.union([z.string(), z.number(), z.boolean(), z.record(z.string(), z.union([z.string(), z.number()]))]),
        quote: z.string(),
        section: z.enum(["USER_ANSWERS", "FREE_CHAT", "AGENT_OUTPUT"]),
        confidence: z.number(),
        reason: z.string().optional(),
      }),
    ),
  })
  .catch((given) => given?.value as never);

/**
 * The prompt for reading a bundle: the keys of its stage, the accepted facts of the project and of the items in its scope,
 * and then exactly the stored text.
 */
export function extractorPrompt(input: {
  bundle: BundleRow;
  registry: Registry;
  accepted: readonly { key: string; statement: string; item_id: string | null }[];
}): { instructions: string; message: string } {
  const { bundle, registry, accepted } = input;
  const keys = [...registry.values()].filter(
    ({ stages, scope }) =>
      stages.some((stage) => stage === bundle.work_stage) && (scope === "project" || bundle.scope !== "project"),
  );
  const ofStage = new Set(keys.map(({ key }) => key));
  const known = accepted.filter(({ key }) => ofStage.has(key));
  instructions ??= readFileSync(file, "utf8").trim();
  return {
    instructions,
    message: [
      `Keys:\n${keys.map(describeKey).join("\n")}`,
      `Accepted facts:\n${known.length === 0 ? "(none)" : known.map(describeFact).join("\n")}`,
      `The turn:\n\n${bundle.text}`,
    ].join("\n\n"),
  };
}

const describeFact = ({
  key,
  statement,
  item_id,
}: {
  key: string;
  statement: string;
  item_id: string | null;
}): string => `- ${key}${item_id === null ? "" : ` (itemId ${item_id})`}: ${statement}`;

function describeKey({ key, label, type, unitFamily, options, isList, isHighRisk }: FactKey): string {
  const traits = [
    unitFamily ? `${type} (${unitFamily})` : type,
    ...(options ? [`one of ${Object.keys(options).join(", ")}`] : []),
    ...(isList ? ["list"] : []),
    ...(isHighRisk ? ["high-risk"] : []),
  ];
  return `- ${key}: ${label}; ${traits.join("; ")}`;
}
