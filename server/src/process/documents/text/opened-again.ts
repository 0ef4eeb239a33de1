/** The opening line of a code block with a language. Without a language it could as well close a block. */
const openingLine = /^(`{3,}|~{3,})[ \t]*[^\s`~][^`\n]*\n/;

/**
 * How much of the start of `next` reopens the code block in which `whole` was cut off. Models often start an answer that way, even
 * one that continues in the middle of a line; without this, the fence would end up inside the code.
 */
export function openedAgain(whole: string, next: string): number {
  const line = openingLine.exec(next)?.[0];
  return line !== undefined && openBlock(whole) === line.trimEnd() ? line.length : 0;
}

/** The opening line of the code block that is still open at the end of a text. */
function openBlock(text: string): string | undefined {
  let open: { line: string; fence: string } | undefined;
  for (const line of text.split("\n")) {
    const [, fence = "", info = ""] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence === "") continue;
    if (!open) open = { line: line.trim(), fence };
    else if (info.trim() === "" && fence.startsWith(open.fence)) open = undefined;
  }
  return open?.line;
}
