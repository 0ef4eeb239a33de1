/**
 * The deepest nesting that is accepted: deeper than any value that people and programs send. Deeper values could
 * overflow the stack of recursive code.
 */
const maxDepth = 64;

const [quote, backslash, openList, closeList, openObject, closeObject] = [...'"\\[]{}'].map((character) =>
  character.charCodeAt(0),
);

/**
 * True if a JSON text is nested too deeply to be parsed and used. Looks at brackets only, so an invalid text may pass.
 */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
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
