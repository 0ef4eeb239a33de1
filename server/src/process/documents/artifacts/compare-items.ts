import type { DerivedChange } from "@dialectic/contract";
import { parseArtifacts } from "./artifacts.ts";

/** An item parsed from a text. Kind and key identify the item; it has changed if its `content` differs. */
export type DerivedItem = Pick<DerivedChange, "kind" | "text"> & {
  key: string;
  content: string;
  /** The item's name for people, if it differs from the key. */
  id?: string | null;
  /** The content in one word, such as a verdict or a score. */
  shown?: string;
};

/** Lists which items were removed, added or changed between two texts, in the order of the texts. */
export function compareItems(before: readonly DerivedItem[], after: readonly DerivedItem[]): DerivedChange[] {
  const [old, now] = [byKey(before), byKey(after)];
  return [
    ...[...old].filter(([key]) => !now.has(key)).map(([, item]) => toChange("removed", item, { before: item })),
    ...[...now].flatMap(([key, item]) => {
      const was = old.get(key);
      if (!was) return [toChange("added", item, { after: item })];
      return was.content === item.content ? [] : [toChange("changed", item, { before: was, after: item })];
    }),
  ];
}

/** The artifacts of a document as items, so that two versions of the document can be compared. */
export const artifactItems = (markdown: string): DerivedItem[] =>
  parseArtifacts(markdown).map(({ key, title, body }) => ({ kind: "artifact", key, text: title, content: body }));

const byKey = (items: readonly DerivedItem[]): Map<string, DerivedItem> =>
  new Map(items.map((item) => [`${item.kind} ${item.key}`, item]));

const toChange = (
  change: DerivedChange["change"],
  { kind, key, id = key, text }: DerivedItem,
  { before, after }: { before?: DerivedItem; after?: DerivedItem },
): DerivedChange => ({ kind, change, id, text, before: before?.shown ?? null, after: after?.shown ?? null });
