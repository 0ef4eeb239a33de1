/** A place in a text, both counted from one, as editors show it. */
export type Place = { line: number; column: number };

const space = /[ \t\r\n]*/y;
const string = /"[ !#-[\]-\u{10ffff}]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\u{10ffff}]*)*"/uy;
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
/** Deeper than any configuration, and far from the end of the stack. */
const deepest = 200;

class SyntaxFault extends Error {}

/**
 * Where JSON has its first syntax error, or where the value at a path begins; of a path that is not there, its deepest part that
 * is. The parser of the platform names a place only sometimes, and quotes the text, which may hold a key.
 */
export function locateJson(text: string, path: readonly PropertyKey[] = []): Place {
  const wanted = path.map(String);
  let at = 0;
  let found = 0;

  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) throw new SyntaxFault();
    at = pattern.lastIndex;
    return match[0];
  };
  const takeMark = (mark: string): void => {
    if (text[at] !== mark) throw new SyntaxFault();
    at += 1;
    take(space);
  };

  /** `isOnPath`: the steps down to this value are the first of the wanted path. */
  function walk(depth: number, isOnPath: boolean): void {
    if (depth > deepest) throw new SyntaxFault();
    if (isOnPath && depth <= wanted.length) found = at;
    const mark = text[at];
    if (mark === "{") {
      walkItems("}", () => {
        const key: unknown = JSON.parse(take(string));
        take(space);
        takeMark(":");
        walk(depth + 1, isOnPath && wanted[depth] === key);
      });
    } else if (mark === "[") {
      walkItems("]", (index) => walk(depth + 1, isOnPath && wanted[depth] === String(index)));
    } else take(mark === '"' ? string : scalar);
    take(space);
  }

  function walkItems(end: string, walkItem: (index: number) => void): void {
    at += 1;
    take(space);
    for (let index = 0; text[at] !== end || index > 0; index += 1) {
      walkItem(index);
      if (text[at] === end) break;
      takeMark(",");
    }
    at += 1;
  }

  try {
    take(space);
    walk(0, true);
    if (at < text.length) found = at;
  } catch (thrown) {
    if (!(thrown instanceof SyntaxFault)) throw thrown;
    found = at;
  }
  const lines = text.slice(0, found).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
