/** A range of a text and its replacement. */
export type Edit = { start: number; end: number; text: string };

/** Applies edits to a text; everything between them stays as it is. An edit that overlaps the one before it is skipped. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    if (edit.start < from) continue;
    parts.push(text.slice(from, edit.start), edit.text);
    from = edit.end;
  }
  return `${parts.join("")}${text.slice(from)}`;
}

/** Separates a replacement from the text around it by blank lines, so that it becomes a separate block. */
export function blockEdit(text: string, edit: Edit): Edit {
  const before = text.slice(Math.max(0, edit.start - 2), edit.start);
  const after = text.slice(edit.end, edit.end + 2);
  const above = before === "" || before === "\n" || before === "\n\n" ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const below = after.trim() === "" ? "" : after.startsWith("\n") ? "\n" : "\n\n";
  return { ...edit, text: `${above}${edit.text}${below}` };
}
