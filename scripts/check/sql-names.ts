/**
 * A place where SQL defines or uses a name. Names are found word by word, without parsing; that suffices because all SQL
 * here has one style.
 */
export type NamedPlace = { name: string; line: number };

const defining =
  /\bcreate\s+(?:or\s+replace\s+)?(?:table|view|type|sequence|function|procedure)\s+(?:if\s+not\s+exists\s+)?([a-z_][a-z0-9_]*)/g;

/** Finds definitions of tables, views, types, sequences, functions and procedures. */
export function definitionsIn(sql: string): NamedPlace[] {
  const bare = withoutComments(sql);
  return [...bare.matchAll(defining)].map((found) => ({ name: found[1] ?? "", line: lineAt(bare, found.index) }));
}

/**
 * Finds every use of these names as a separate word. A qualified column (`job.sessions`) is ignored, and so is a
 * string, except an argument of a procedure (`call protect('jobs')`).
 */
export function usesIn(sql: string, names: ReadonlySet<string>): NamedPlace[] {
  const bare = withoutStrings(withoutComments(sql));
  return [...bare.matchAll(/(?<![a-z0-9_."])[a-z_][a-z0-9_]*/g)]
    .filter(([word]) => names.has(word))
    .map((found) => ({ name: found[0], line: lineAt(bare, found.index) }));
}

// Removed text is replaced by blanks, so that line numbers stay the same.

const withoutComments = (sql: string): string => sql.replace(/--[^\n]*/g, (comment) => " ".repeat(comment.length));

const withoutStrings = (sql: string): string =>
  sql.replace(/(call\s+[a-z_]+\()?'(?:[^']|'')*'/g, (text, call?: string) =>
    call ? text.replaceAll("'", " ") : text.replace(/[^\n]/g, " "),
  );

const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length;
