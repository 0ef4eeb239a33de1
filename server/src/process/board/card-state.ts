import { BoardColumn } from "@dialectic/contract";

/** All that can change on a card: where it stands, and which items are ticked (by their numbers, ascending). */
export type CardState = { column: BoardColumn; ticked: number[] };

/** `current 1,4`: the format in which rows and files record the state they last agreed on. */
export const stateText = ({ column, ticked }: CardState): string => [column, ticked.join(",")].join(" ").trim();

/** Null: not in our format; it is then unknown when both sides agreed. */
export function readState(text: unknown): CardState | null {
  const [, name, numbers = ""] = /^([a-z]+)(?: (\d{1,6}(?:,\d{1,6})*))?$/.exec(String(text)) ?? [];
  const column = BoardColumn.safeParse(name);
  if (!column.success) return null;
  return { column: column.data, ticked: numbers === "" ? [] : numbers.split(",").map(Number) };
}

export const isSameState = (one: CardState, other: CardState): boolean => stateText(one) === stateText(other);

export const tickedOf = (items: readonly { done: boolean }[]): number[] =>
  items.flatMap((item, index) => (item.done ? [index + 1] : []));
