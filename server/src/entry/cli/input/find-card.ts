import type { Board, BoardCard, Client, ProjectSummary } from "@dialectic/contract";
import { AppError } from "#platform";
import { readPage } from "../output/list-pages.ts";

type OwnedBoard = { project: Pick<ProjectSummary, "name" | "slug">; board: Pick<Board, "cards"> };

/** How messages name a project: its name, and in brackets the folder name that people type. */
export const projectText = ({ name, slug }: OwnedBoard["project"]): string => `${name} (${slug})`;

/**
 * Throws if several projects have the card and the user named no project: the newest project may be a copy that was
 * imported a minute ago, while the user means the original.
 */
export async function assertOneBoard(client: Client, newest: ProjectSummary, typed: string): Promise<void> {
  const { items } = await readPage({ limit: Number.POSITIVE_INFINITY }, (page) => client.listProjects({ query: page }));
  const boards: OwnedBoard[] = [];
  for (const project of items.filter(({ id, latestSession }) => latestSession && id !== newest.id)) {
    boards.push({ project, board: await client.getBoard({ params: { projectId: project.id } }) });
  }
  const own = { project: newest, board: await client.getBoard({ params: { projectId: newest.id } }) };
  assertUnique(own, boards, typed);
}

function assertUnique(own: OwnedBoard, others: readonly OwnedBoard[], typed: string): void {
  const isThere = matchCard(own.board, typed) !== undefined;
  const holders = [...(isThere ? [own] : []), ...others.filter(({ board }) => matchCard(board, typed))];
  const [first, second, ...more] = holders.map(({ project }) => project);
  if (!first || (isThere && !second)) return;
  if (!isThere) {
    throw new AppError(
      "not_found",
      `There is no card "${typed}" on the board of ${projectText(own.project)}, the newest project. ${projectText(first)} has one: add --project ${first.slug} to use it.`,
    );
  }
  const rest = more.length > 0 ? ` and ${more.length} more` : "";
  throw new AppError(
    "invalid_input",
    `Several projects have a card "${typed}": ${projectText(first)}, ${second ? projectText(second) : ""}${rest}. Add --project ${first.slug}${second ? ` or --project ${second.slug}` : ""}.`,
  );
}

/** Finds a card by its number on the board, its milestone (the newest card of that milestone), or its id. */
export function findCard({ project, board }: OwnedBoard, typed = ""): BoardCard {
  const card = matchCard(board, typed);
  if (card) return card;
  const known = board.cards.map((one) => `${one.number} (${one.title})`).join(", ") || "none";
  throw new AppError(
    "not_found",
    `There is no card "${typed}" on the board of ${projectText(project)}. Its cards: ${known}. For another project's board, add --project.`,
  );
}

function matchCard({ cards }: OwnedBoard["board"], typed: string): BoardCard | undefined {
  const name = typed.toLowerCase();
  return (
    cards.find((one) => String(one.number) === name || one.id === name) ??
    cards.findLast((one) => one.milestone.toLowerCase() === name)
  );
}
