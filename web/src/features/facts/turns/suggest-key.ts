import type { FactNote } from "@dialectic/contract";

export type KeySuggestion = { key: string; label: string; type: "string" | "number" | "boolean" };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Suggests a key for an unmapped statement: the key that the extractor named, or a key made from the quoted words. */
export function suggestKey({ operation, evidence }: Pick<FactNote, "operation" | "evidence">): KeySuggestion {
  const { key, value } = isRecord(operation) ? operation : { key: undefined, value: undefined };
  const type = typeof value === "number" ? "number" : typeof value === "boolean" ? "boolean" : "string";
  const named = typeof key === "string" ? slug(key.split(".").at(-1) ?? "") : "";
  const [scope, block] = typeof key === "string" ? key.toLowerCase().split(".") : [];
  const name =
    named ||
    slug(evidence?.quote ?? "")
      .split("_")
      .slice(0, 3)
      .join("_") ||
    "statement";
  const place = scope === "project" && block && /^[a-z]+$/.test(block) ? block : "summary";
  return { key: `project.${place}.${name}`, label: labelOf(name), type };
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
