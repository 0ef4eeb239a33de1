import { existsSync } from "node:fs";
import type { Board, Client, ProjectSummary } from "@dialectic/contract";
import { AppError } from "#platform";
import type { Cli } from "../cli.ts";
import { commandFor } from "../output/command-for.ts";
import { describeGone, folderOf } from "../output/project-files.ts";
import { readRef } from "./read-ref.ts";

/** The project that the user typed; if nothing was typed, the newest project. */
export async function boardProject(client: Client, typed: string | undefined): Promise<ProjectSummary> {
  if (typed !== undefined) {
    return client.getProject({ params: { projectId: await readRef("project", typed)(client) } });
  }
  const [newest] = (await client.listProjects({ query: { limit: 1 } })).items;
  if (!newest) throw new AppError("not_found", 'There is no project yet. Run "dialectic run <file>" to create one.');
  return newest;
}

/**
 * Syncs the board with its files, if there are any, and returns it. The files are in `dir` or else in the project's
 * folder. Notes in `told` are not repeated, because a command that changes the board syncs before and after the change.
 */
export async function syncedBoard(
  cli: Cli,
  client: Client,
  { project, dir, told = new Set() }: { project: ProjectSummary; dir?: string | undefined; told?: Set<string> },
): Promise<Board> {
  const params = { projectId: project.id };
  const tellOnce = (note: string) => {
    if (!told.has(note)) cli.say(note);
    told.add(note);
  };
  const usual = await folderOf(cli, project);
  const folder = dir ?? usual.dir;
  if (dir === undefined && usual.isGone) tellOnce(describeGone(cli, project, usual));
  if (!existsSync(folder)) return client.getBoard({ params });
  const { readBoardFolder, writeBoardFolder } = await import("#board");
  const body = await readBoardFolder(folder);
  const synced = await client.syncBoard({ params, body });
  await writeBoardFolder(folder, { read: body.files, ...synced });
  for (const note of synced.notes) tellOnce(`${project.slug}: ${note}`);
  return synced.board;
}

/** Says how to decide about each card whose file was deleted. */
export function sayLost(cli: Cli, board: Board, project: ProjectSummary): void {
  for (const { number, title } of board.cards.filter((card) => card.fileLostAt !== null)) {
    const command = (verb: string) => commandFor(cli.config, `board ${verb} ${number} --project ${project.slug}`);
    cli.say(
      `${project.slug}: run ${command("keep")} to keep the card ${title} and restore its file, or ${command("drop")} to drop it.`,
    );
  }
}
