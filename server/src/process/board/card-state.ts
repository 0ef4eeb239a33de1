import { BoardColumn } from "@dialectic/contract";

/** Everything that can change on a card: its column, and the numbers of its ticked items in ascending order. */
export type CardState = { column: BoardColumn; ticked: number[] };

/** `current 1,4`: the format in which rows and files record the state they last agreed on. */
export const stateText = ({ column, ticked }: CardState): string => [column, ticked.join(",")].join(" ").trim();

/** Returns null if the text is not in this format. The state in which row and file last agreed is then unknown. */
export function readState(text: unknown): CardState | null {
  const [, name, numbers = ""] = /^([a-z]+)(?: (\d{1,6}(?:,\d{1,6})*))?$/.exec(String(text)) ?? [];
  const column = BoardColumn.safeParse(name);
  if (!column.success) return null;
  return { column: column.data, ticked: numbers === "" ? [] : numbers.split(",").map(Number) };
}

export const isSameState = (one: CardState, other: CardState): boolean => stateText(one) === stateText(other);

export const tickedOf = (items: readonly { done: boolean }[]): number[] =>
  items.flatMap((item, index) => (item.done ? [index + 1] : []));
