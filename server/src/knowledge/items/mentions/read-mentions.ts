import type { ItemId, ItemStatus, Mention, Mentions, ProjectId } from "@dialectic/contract";
import { type FindItems, type MentionedItem, readRegistry } from "#ledger";
import { AppError, type Tx, type UserDb } from "#platform";
import { type ItemRow, itemsMentioned } from "../record/items.store.ts";

type NamedItem = { id: ItemId; name: string; status: ItemStatus; mergedInto: ItemId | null };

/** `@item(<id>:<name>)`. The name is the item's name when the text was written; only the id identifies the item. */
const written =
  /@item\(([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}):((?:[^()\\\n]|\\.|\([^()\n]*\)){0,400})\)/gi;

type Found = Pick<Mentions, "mentions" | "warnings">;

/**
 * Finds the mentions of items in a text: those by id, which stay valid after renames and merges, and those by name, as
 * whole words that are the name of a live item. An unknown id gives a warning. If names overlap, the longest wins; a
 * name that two items have is ambiguous.
 */
export function findMentions(text: string, items: readonly NamedItem[]): Found {
  const byId = new Map(items.map((item) => [item.id as string, item]));
  const found: Found = { mentions: [], warnings: [] };
  // Marks the characters of the mentions found so far. Comparing mentions with each other would take quadratic time if a
  // text repeats a name.
  const taken = new Uint8Array(text.length);
  for (const match of text.matchAll(written)) {
    const place = { start: match.index, end: match.index + match[0].length, text: match[0] };
    taken.fill(1, place.start, place.end);
    const item = followMerges(byId, byId.get((match[1] ?? "").toLowerCase()));
    if (item?.status === "live") found.mentions.push({ ...place, by: "id", itemId: item.id, name: item.name });
    else found.warnings.push({ ...place, reason: item ? "archived-item" : "unknown-item", candidates: [] });
  }
  for (const { place, items: named } of findNames(
    text,
    items.filter(({ status }) => status === "live"),
  )) {
    if (taken.subarray(place.start, place.end).includes(1)) continue;
    taken.fill(1, place.start, place.end);
    const [item, second] = named;
    if (item && !second) found.mentions.push({ ...place, by: "name", itemId: item.id, name: item.name });
    else {
      const candidates = named.map(({ id, name }) => ({ id, name }));
      found.warnings.push({ ...place, reason: "ambiguous-name", candidates });
    }
  }
  const inOrder = (a: { start: number }, b: { start: number }) => a.start - b.start;
  return { mentions: found.mentions.toSorted(inOrder), warnings: found.warnings.toSorted(inOrder) };
}

function followMerges(byId: ReadonlyMap<string, NamedItem>, first: NamedItem | undefined): NamedItem | undefined {
  let item = first;
  for (let steps = 0; item?.mergedInto && steps < byId.size; steps += 1) item = byId.get(item.mergedInto);
  return item;
}

/** Occurrences of names as whole words, the longest first. Case, runs of white space and a plural s are ignored. */
function findNames(text: string, items: readonly NamedItem[]) {
  const groups = [...Map.groupBy(items, ({ name }) => comparable(name))].filter(([name]) => name.length >= 3);
  const occurrences = groups.flatMap(([name, named]) => {
    const words = name.split(" ").map(escapeWord).join("\\s+");
    const expression = new RegExp(`(?<![\\p{L}\\p{N}_])${words}(?:e?s)?(?![\\p{L}\\p{N}_])`, "giu");
    return [...text.matchAll(expression)].map((match) => ({
      place: { start: match.index, end: match.index + match[0].length, text: match[0] },
      items: named,
    }));
  });
  return occurrences.toSorted((a, b) => b.place.text.length - a.place.text.length || a.place.start - b.place.start);
}

/** The form in which names are compared: "LED wall", "led walls" and "Led-Wall" are equal. */
const comparable = (name: string): string =>
  name
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\s-]+/g, " ")
    .trim()
    .replace(/(?<=\p{L}{3})(?<!s)s$/u, "");

const escapeWord = (word: string): string => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

const scopeOf = (itemIds: readonly string[]): Mentions["scope"] =>
  itemIds.length === 0 ? "project" : itemIds.length === 1 ? "item" : "multiItem";

/** The items that a text mentions, and those that the person selected. */
export async function readMentions(
  ctx: { db: UserDb },
  { projectId, text, selected }: { projectId: ProjectId; text: string; selected: readonly ItemId[] },
): Promise<Mentions> {
  return ctx.db.tx(async (db) => {
    await readRegistry(db, projectId);
    const items = await itemsIn(db, { projectId, text, ids: selected });
    const foreign = selected.find((id) => !items.some((item) => item.id === id && item.status === "live"));
    if (foreign) throw new AppError("not_found", `The project has no live item ${foreign}.`);
    const found = findMentions(text, items);
    const itemIds = [...new Set([...selected, ...found.mentions.map(({ itemId }: Mention) => itemId)])];
    return { scope: scopeOf(itemIds), itemIds, ...found };
  });
}

/**
 * Reads the items that a text may mention: items with these ids or with an id in the text, the items that those were
 * merged into, and live items whose name begins with a word of the text. It never reads all items of the project.
 */
async function itemsIn(
  db: Tx,
  { projectId, text, ids }: { projectId: ProjectId; text: string; ids: readonly string[] },
): Promise<NamedItem[]> {
  const named = [...text.matchAll(written)].map(([, id = ""]) => id.toLowerCase());
  const rows = new Map<string, ItemRow>();
  const add = (given: readonly ItemRow[]): ItemRow[] => {
    const fresh = given.filter(({ id }) => !rows.has(id));
    for (const row of fresh) rows.set(row.id, row);
    return fresh;
  };
  let found = add(await itemsMentioned(db, { projectId, ids: [...ids, ...named], words: wordsOf(text) }));
  while (found.some(({ merged_into }) => merged_into !== null)) {
    const into = found.flatMap(({ merged_into }) => merged_into ?? []);
    found = add(await itemsMentioned(db, { projectId, ids: into, words: [] }));
  }
  return [...rows.values()].map(({ id, name, status, merged_into }) => ({ id, name, status, mergedInto: merged_into }));
}

/** The words of a text, in singular and plural, in the form of the column `first_word`. */
function wordsOf(text: string): string[] {
  const words = new Set([""]);
  for (const [word] of text
    .normalize("NFC")
    .toLowerCase()
    .matchAll(/[\p{Alphabetic}\p{N}]+/gu))
    for (const form of [word, `${word}s`, word.replace(/s$/, ""), word.replace(/es$/, "")]) words.add(form);
  return [...words];
}

/**
 * The items that a turn is about, in the order in which the text mentions them. An item is uncertain if the text
 * mentions it only by a name that several items have. Registered in `app/`, for the ledger.
 */
export const findTurnItems: FindItems = async (db, { projectId, text }) => {
  const items = await itemsIn(db, { projectId, text, ids: [] });
  if (items.length === 0) return [];
  const { mentions, warnings } = findMentions(text, items);
  const certain = mentions.map(({ itemId: id }): MentionedItem => ({ id, isUncertain: false }));
  const uncertain = warnings.flatMap(({ candidates }) =>
    candidates.map(({ id }): MentionedItem => ({ id, isUncertain: true })),
  );
  return [...new Map([...certain, ...uncertain].toReversed().map((item) => [item.id, item])).values()].toReversed();
};
