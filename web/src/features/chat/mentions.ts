/** The fields of an item that mentions use. */
export type MentionedItem = { id: string; name: string };

/** `@item(<id>:<name>)`, the form that the server reads. The id identifies the item; the name may be out of date. */
const written =
  /@item\(([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}):((?:[^()\\\n]|\\.|\([^()\n]*\)){0,400})\)/gi;

export type MessagePart =
  | { kind: "text"; text: string }
  | { kind: "item"; id: string; name: string }
  /** A mention whose id belongs to no item of the project. */
  | { kind: "unknown"; text: string; name: string };

/** Splits a message into text and mentioned items, which have their current names. */
export function splitMentions(text: string, items: readonly MentionedItem[]): MessagePart[] {
  const parts: MessagePart[] = [];
  let end = 0;
  const add = (words: string) => {
    if (words !== "") parts.push({ kind: "text", text: words });
  };
  for (const match of text.matchAll(written)) {
    add(text.slice(end, match.index));
    const [whole, id = "", name = ""] = match;
    const item = items.find((one) => one.id === id.toLowerCase());
    parts.push(item ? { kind: "item", ...item } : { kind: "unknown", text: whole, name: name.replace(/\\(.)/g, "$1") });
    end = match.index + whole.length;
  }
  add(text.slice(end));
  return parts;
}

/** The text of a message for places that cannot show chips. Each mention becomes `@` and the item's name. */
export const plainMentions = (text: string, items: readonly MentionedItem[]): string =>
  splitMentions(text, items)
    .map((part) => (part.kind === "text" ? part.text : `@${part.name}`))
    .join("");

/** Finds every `@Name` in a text that is being typed. If several names match at the same place, takes the longest. */
export function findNames(
  text: string,
  items: readonly MentionedItem[],
): { start: number; end: number; item: MentionedItem }[] {
  const longestFirst = items.toSorted((a, b) => b.name.length - a.name.length);
  const found: { start: number; end: number; item: MentionedItem }[] = [];
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}_])@/gu)) {
    const rest = text.slice(index + 1);
    const item = longestFirst.find(({ name }) => startsWithWord(rest, name));
    if (item) found.push({ start: index, end: index + 1 + item.name.length, item });
  }
  return found;
}

function startsWithWord(text: string, name: string): boolean {
  const beginning = text.slice(0, name.length);
  return beginning.toLowerCase() === name.toLowerCase() && !/^[\p{L}\p{N}_]/u.test(text.slice(name.length));
}

/** The message as it is sent. Every `@Name` becomes a mention by id, which stays valid if the item is renamed. */
export function encodeMentions(text: string, items: readonly MentionedItem[]): string {
  let encoded = "";
  let end = 0;
  for (const place of findNames(text, items)) {
    const name = place.item.name.replace(/[\\()]/g, "\\$&");
    encoded += `${text.slice(end, place.start)}@item(${place.item.id}:${name})`;
    end = place.end;
  }
  return encoded + text.slice(end);
}

const mostOffered = 8;

/** The text between an `@` and the caret, with the items that it may mean; null if there is no such `@`. */
export function offerItems(
  text: string,
  caret: number,
  items: readonly MentionedItem[],
): { start: number; offered: MentionedItem[] } | null {
  const typed = /(?<![\p{L}\p{N}_])@([^@\n]{0,60})$/u.exec(text.slice(0, caret));
  if (!typed) return null;
  const wanted = (typed[1] ?? "").toLowerCase();
  const words = (name: string) => [name, ...name.split(/\s+/)].map((word) => word.toLowerCase());
  const fitting = items.filter(({ name }) => words(name).some((word) => word.startsWith(wanted)));
  const exact = fitting.filter(({ name }) => name.toLowerCase() === wanted.trim());
  const offered = [...new Set([...exact, ...fitting])].slice(0, mostOffered);
  return offered.length === 0 ? null : { start: typed.index, offered };
}
