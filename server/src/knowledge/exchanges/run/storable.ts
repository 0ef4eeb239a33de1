/** A text that the database can hold: it has no NUL and no half of a surrogate pair. */
export const storable = (text: string): string => text.replaceAll("\0", "\ufffd").toWellFormed();

/** The same for a value that is stored as JSON, its keys included: JSON.stringify escapes exactly those characters. */
export const storableJson = (value: unknown): unknown =>
  JSON.parse(
    (JSON.stringify(value) ?? "null").replace(/\\(?:u(?:0000|d[89a-f][0-9a-f]{2})|.)/g, (found) =>
      found.length > 2 ? "\\ufffd" : found,
    ),
  );
