/** The line that opens a block of code in some language. One that names none could as well be the end of a block. */
const openingLine = /^(`{3,}|~{3,})[ \t]*[^\s`~][^`\n]*\n/;

/**
 * How much of the start of `next` opens once more the block of code in which `whole` was cut off. Models like to begin
 * an answer so, also one that goes on in the middle of a line; left in, the line would stand in the code.
 */
export function openedAgain(whole: string, next: string): number {
  const line = openingLine.exec(next)?.[0];
  return line !== undefined && openBlock(whole) === line.trimEnd() ? line.length : 0;
}

/** The line that opened the block of code which is still open at the end of a text. */
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
