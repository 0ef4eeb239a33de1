/** Deeper than any value of an export. Deeper values could overflow the stack of recursive code. */
const maxDepth = 64;

/** Parses a line of JSON. Returns null if it is invalid or nested too deeply; checks the depth before parsing. */
export function parseLine(line: string): { value: unknown } | null {
  if (isTooDeep(line)) return null;
  try {
    return { value: JSON.parse(line) };
  } catch {
    return null;
  }
}

const [quote, backslash, openList, closeList, openObject, closeObject] = [...'"\\[]{}'].map((character) =>
  character.charCodeAt(0),
);

function isTooDeep(line: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (isText) {
      if (code === backslash) at++;
      else if (code === quote) isText = false;
    } else if (code === quote) isText = true;
    else if (code === openList || code === openObject) {
      if (++depth > maxDepth) return true;
    } else if (code === closeList || code === closeObject) depth--;
  }
  return false;
}
