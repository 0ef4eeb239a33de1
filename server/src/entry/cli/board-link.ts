import { existsSync } from "node:fs";
import type { Board, Client, Project } from "@dialectic/contract";
import { AppError } from "#platform";
import type { Cli } from "./cli.ts";
import { commandFor } from "./command-for.ts";
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

/**
 * The board, in step with its files where there are any: in `dir`, or where a run leaves them. What was `told` is not
 * told again: a command that changes something brings both in step before and after.
 */
export async function syncedBoard(
  cli: Cli,
  client: Client,
  { project, dir, told = new Set() }: { project: Project; dir?: string | undefined; told?: Set<string> },
): Promise<Board> {
  const params = { projectId: project.id };
  const folder = dir ?? defaultOut(cli.config, project);
  if (!existsSync(folder)) return client.getBoard({ params });
  const { readBoardFolder, writeBoardFolder } = await import("#board");
  const body = await readBoardFolder(folder);
  const synced = await client.syncBoard({ params, body });
  await writeBoardFolder(folder, { read: body.files, ...synced });
  for (const note of synced.notes.filter((one) => !told.has(one))) cli.say(`${project.slug}: ${note}`);
  for (const note of synced.notes) told.add(note);
  return synced.board;
}

/** Says of every card whose file is gone how to decide about it. */
export function sayLost(cli: Cli, board: Board, project: Project): void {
  for (const { number, title } of board.cards.filter((card) => card.fileLostAt !== null)) {
    const type = (verb: string) => commandFor(cli.config, `board ${verb} ${number} --project ${project.slug}`);
    cli.say(
      `${project.slug}: ${type("keep")} keeps the card ${title} and writes its file again, ${type("drop")} drops it.`,
    );
  }
}
