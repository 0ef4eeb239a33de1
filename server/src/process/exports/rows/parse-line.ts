/** Deeper than any value of an export. What is deeper overflows the stack of whatever walks through it. */
const mostLevels = 64;

/** A line of JSON, or null if it is none or is nested too deeply. The depth is found before anything is built. */
export function parseLine(line: string): { value: unknown } | null {
  if (isTooDeep(line)) return null;
  try {
    return { value: JSON.parse(line) };
  } catch {
    return null;
  }
}

const [quote, backslash, openList, closeList, openObject, closeObject] = [...'"\\[]{}'].map((sign) =>
  sign.charCodeAt(0),
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
      if (++depth > mostLevels) return true;
    } else if (code === closeList || code === closeObject) depth--;
  }
  return false;
}
