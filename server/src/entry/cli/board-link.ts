import { existsSync } from "node:fs";
import type { Board, BoardCard, Client, Project } from "@dialectic/contract";
import { AppError } from "#platform";
import type { Cli } from "./cli.ts";
import { readRef } from "./read-ref.ts";
import { defaultOut } from "./write-files.ts";

/** The project that was named; without a name, the newest. */
export async function boardProject(client: Client, typed: string | undefined): Promise<Project> {
  if (typed !== undefined) {
    return client.getProject({ params: { projectId: await readRef("project", typed)(client) } });
  }
  const [newest] = (await client.listProjects({ query: { limit: 1 } })).items;
  if (!newest) throw new AppError("not_found", 'There is no project yet: "dialectic run <file>" makes one.');
  return newest;
}

/** The board, in step with its files where there are any: in `dir`, or where a run leaves them. */
export async function syncedBoard(
  cli: Cli,
  client: Client,
  { project, dir }: { project: Project; dir?: string | undefined },
): Promise<Board> {
  const params = { projectId: project.id };
  const folder = dir ?? defaultOut(cli.config, project);
  if (!existsSync(folder)) return client.getBoard({ params });
  const { readBoardFolder, writeBoardFolder } = await import("#board");
  const body = await readBoardFolder(folder);
  const synced = await client.syncBoard({ params, body });
  await writeBoardFolder(folder, { read: body.files, ...synced });
  for (const note of synced.notes) cli.say(note);
  return synced.board;
}

/** A card by its number on the board, its milestone (the newest of that name), or its id. */
export function cardCalled(board: Board, typed = ""): BoardCard {
  const name = typed.toLowerCase();
  const card =
    board.cards.find((one) => String(one.number) === name || one.id === name) ??
    board.cards.findLast((one) => one.milestone.toLowerCase() === name);
  if (card) return card;
  const known = board.cards.map((one) => `${one.number} (${one.title})`).join(", ") || "none";
  throw new AppError("not_found", `There is no card "${typed}" on the board. There are: ${known}.`);
}
