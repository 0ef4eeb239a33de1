/** Replaces NUL characters and unpaired surrogates, which the database cannot store. */
export const storable = (text: string): string => text.replaceAll("\0", "\ufffd").toWellFormed();

/**
 * Like `storable`, for every text in a value that is stored as JSON, keys included. JSON.stringify writes the characters
 * that the database cannot store as \u escapes, so these escapes are replaced.
 */
export const storableJson = (value: unknown): unknown =>
  JSON.parse(
    (JSON.stringify(value) ?? "null").replace(/\\(?:u(?:0000|d[89a-f][0-9a-f]{2})|.)/g, (found) =>
      found.length > 2 ? "\\ufffd" : found,
    ),
  );
