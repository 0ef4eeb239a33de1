import type { Board, BoardCard, Client, ProjectSummary } from "@dialectic/contract";
import { AppError } from "#platform";
import { readPage } from "../output/list-pages.ts";

type OwnedBoard = { project: Pick<ProjectSummary, "name" | "slug">; board: Pick<Board, "cards"> };

/** How messages name a project: as people call it, and as they type it. */
export const projectText = ({ name, slug }: OwnedBoard["project"]): string => `${name} (${slug})`;

/**
 * Refuses a card that more than one project has, when none was named: the newest may be a copy that was imported a
 * minute ago, and a card moved there is missed here.
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

/** The same on boards at hand. */
function assertUnique(own: OwnedBoard, others: readonly OwnedBoard[], typed: string): void {
  const isThere = find(own.board, typed) !== undefined;
  const holders = [...(isThere ? [own] : []), ...others.filter(({ board }) => find(board, typed))];
  const [first, second, ...more] = holders.map(({ project }) => project);
  if (!first || (isThere && !second)) return;
  if (!isThere) {
    throw new AppError(
      "not_found",
      `There is no card "${typed}" on the board of ${projectText(own.project)}, the newest project, but on that of ${projectText(first)}: add --project ${first.slug} if you mean it.`,
    );
  }
  const rest = more.length > 0 ? ` and ${more.length} more` : "";
  throw new AppError(
    "invalid_input",
    `There is a card "${typed}" on the boards of ${projectText(first)}, ${second ? projectText(second) : ""}${rest}: add --project ${first.slug}${second ? ` or --project ${second.slug}` : ""}.`,
  );
}

/** A card by its number on the board, its milestone (the newest of that name), or its id. */
export function cardCalled({ project, board }: OwnedBoard, typed = ""): BoardCard {
  const card = find(board, typed);
  if (card) return card;
  const known = board.cards.map((one) => `${one.number} (${one.title})`).join(", ") || "none";
  throw new AppError(
    "not_found",
    `There is no card "${typed}" on the board of ${projectText(project)}. There are: ${known}. For another project's board add --project.`,
  );
}

function find({ cards }: OwnedBoard["board"], typed: string): BoardCard | undefined {
  const name = typed.toLowerCase();
  return (
    cards.find((one) => String(one.number) === name || one.id === name) ??
    cards.findLast((one) => one.milestone.toLowerCase() === name)
  );
}
