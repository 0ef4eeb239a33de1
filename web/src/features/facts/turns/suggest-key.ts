import { type FactNote, itemBlocks, projectBlocks } from "@dialectic/contract";

export type KeySuggestion = { key: string; label: string; type: "string" | "number" | "boolean" };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A suggested key for an unmapped statement: the one that the extractor named or, if there is none, one made from the quoted
 * words. A statement about an item gets a key for items. If the named block does not exist, the key is in `summary`.
 */
export function suggestKey({ operation, evidence }: Pick<FactNote, "operation" | "evidence">): KeySuggestion {
  const { key, value, itemId }: Record<string, unknown> = isRecord(operation) ? operation : {};
  const type = typeof value === "number" ? "number" : typeof value === "boolean" ? "boolean" : "string";
  const named = typeof key === "string" ? slug(key.split(".").at(-1) ?? "") : "";
  const [, block] = typeof key === "string" ? key.toLowerCase().split(".") : [];
  const name =
    named ||
    slug(evidence?.quote ?? "")
      .split("_")
      .slice(0, 3)
      .join("_") ||
    "statement";
  const scope = typeof itemId === "string" ? "item" : "project";
  const blocks: readonly string[] = scope === "item" ? itemBlocks : projectBlocks;
  const place = block !== undefined && blocks.includes(block) ? block : "summary";
  return { key: `${scope}.${place}.${name}`, label: labelOf(name), type };
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 60);

const labelOf = (name: string): string => {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
