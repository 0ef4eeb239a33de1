/** Line and column, counted from one as in editors. */
export type Place = { line: number; column: number };

const space = /[ \t\r\n]*/y;
const string = /"[ !#-[\]-\u{10ffff}]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\u{10ffff}]*)*"/uy;
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
/** The deepest nesting that is read: deeper than any configuration file, and too shallow to overflow the stack. */
const deepest = 200;

class JsonSyntaxError extends Error {}

/**
 * The place of the first syntax error, or of the value at a path. If the path does not exist, the place of its deepest
 * existing part. The errors of JSON.parse are not used, because few of them have a place, and they quote the text,
 * which may contain a key.
 */
export function locateJson(text: string, path: readonly PropertyKey[] = []): Place {
  const wanted = path.map(String);
  let at = 0;
  let found = 0;

  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) throw new JsonSyntaxError();
    at = pattern.lastIndex;
    return match[0];
  };
  const takeCharacter = (expected: string): void => {
    if (text[at] !== expected) throw new JsonSyntaxError();
    at += 1;
    take(space);
  };

  /** `isOnPath`: the path to this value is a prefix of the wanted path. */
  function walk(depth: number, isOnPath: boolean): void {
    if (depth > deepest) throw new JsonSyntaxError();
    if (isOnPath && depth <= wanted.length) found = at;
    const next = text[at];
    if (next === "{") {
      walkItems("}", () => {
        const key: unknown = JSON.parse(take(string));
        take(space);
        takeCharacter(":");
        walk(depth + 1, isOnPath && wanted[depth] === key);
      });
    } else if (next === "[") {
      walkItems("]", (index) => walk(depth + 1, isOnPath && wanted[depth] === String(index)));
    } else take(next === '"' ? string : scalar);
    take(space);
  }

  function walkItems(end: string, walkItem: (index: number) => void): void {
    at += 1;
    take(space);
    for (let index = 0; text[at] !== end || index > 0; index += 1) {
      walkItem(index);
      if (text[at] === end) break;
      takeCharacter(",");
    }
    at += 1;
  }

  try {
    take(space);
    walk(0, true);
    if (at < text.length) found = at;
  } catch (thrown) {
    if (!(thrown instanceof JsonSyntaxError)) throw thrown;
    found = at;
  }
  const lines = text.slice(0, found).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
