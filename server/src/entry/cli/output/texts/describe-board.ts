import { type BoardCard, type BoardColumn, boardColumns, sameMilestone } from "@dialectic/contract";

const names: Record<BoardColumn, string> = { pending: "PENDING", current: "CURRENT", complete: "COMPLETE" };
const gap = "   ";
const narrowest = 18;

/** Shows the three columns side by side, or one below the other on a narrow terminal. */
export function describeBoard(cards: readonly BoardCard[], width: number): string {
  if (cards.length === 0) return "The board is empty. Cards are added when a plan is finished.";
  const own = Math.floor((width - 2 * gap.length) / boardColumns.length);
  const isWide = own >= narrowest;
  const columns = boardColumns.map((column) => drawColumn(column, cards, isWide ? own : width));
  if (!isWide) return columns.map((lines) => lines.join("\n")).join("\n\n");
  const height = Math.max(...columns.map((lines) => lines.length));
  const rows = Array.from({ length: height }, (_, row) =>
    columns
      .map((lines) => (lines[row] ?? "").padEnd(own))
      .join(gap)
      .trimEnd(),
  );
  return rows.join("\n");
}

function drawColumn(column: BoardColumn, all: readonly BoardCard[], width: number): string[] {
  const cards = all.filter((card) => card.column === column);
  const title = `${names[column]} ${cards.length}`;
  return [title, "─".repeat(width), ...cards.flatMap((card) => [...drawCard(card, all, width), ""])];
}

function drawCard(card: BoardCard, all: readonly BoardCard[], width: number): string[] {
  const done = card.items.filter((item) => item.done).length;
  const state = [`${done} of ${card.items.length} done`];
  if (card.supersededBecause !== null)
    state.push(card.supersededBy ? "superseded" : "no longer planned: keep or drop?");
  if (card.fileLostAt !== null) state.push("file deleted: keep or drop?");
  state.push(...describeOrigin(card, all));
  return [`${card.number}  ${card.title}`, state.join(", ")].flatMap((text, index) =>
    wrap(text, index === 0 ? width : width - 3).map((line, row) => (index === 0 && row === 0 ? line : `   ${line}`)),
  );
}

/** How this card relates to the other cards of its milestone, if changes to the plan have led to several. */
function describeOrigin(card: BoardCard, all: readonly BoardCard[]): string[] {
  const { replaced, earlier, later } = sameMilestone(card, all);
  const notes: string[] = [];
  if (replaced.length > 0) notes.push(`replaces ${namesOf(replaced)}`);
  if (earlier.length > 0) notes.push(`added by a later plan, next to ${namesOf(earlier)}`);
  if (later.length > 0) notes.push(`from an earlier plan, followed by ${namesOf(later)}`);
  return notes;
}

const namesOf = (cards: readonly BoardCard[]): string =>
  `card${cards.length > 1 ? "s" : ""} ${cards.map(({ number }) => number).join(", ")}`;

/** One card with its numbered checklist. */
export function describeCard(card: BoardCard, all: readonly BoardCard[] = []): string {
  const lines = card.items.map((item) => `${String(item.number).padStart(3)} [${item.done ? "x" : " "}] ${item.text}`);
  const because = card.supersededBecause === null ? [] : [`Superseded: ${card.supersededBecause}`];
  const origin = describeOrigin(card, all).map((text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
  return [`${card.number}  ${card.title} (${card.column})`, ...because, ...origin, ...lines].join("\n");
}

/** Wraps between words; a word that is longer than the line is cut. */
function wrap(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length <= width - 3 || line === "") lines[lines.length - 1] = longer.slice(0, width);
    else lines.push(word.slice(0, width - 3));
  }
  return lines;
}
