/** Replaces NUL characters and unpaired surrogates, which the database cannot store. */
export const storable = (text: string): string => text.replaceAll("\0", "\ufffd").toWellFormed();

/**
 * Does the same for a value that is stored as JSON, including its keys: JSON.stringify escapes exactly those
 * characters.
 */
export const storableJson = (value: unknown): unknown =>
  JSON.parse(
    (JSON.stringify(value) ?? "null").replace(/\\(?:u(?:0000|d[89a-f][0-9a-f]{2})|.)/g, (found) =>
      found.length > 2 ? "\\ufffd" : found,
    ),
  );
