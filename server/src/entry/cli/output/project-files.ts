import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Client, DocumentId, Project, Session } from "@dialectic/contract";
import { z } from "zod";
import type { ProjectFolder } from "#documents";
import { AppError, makeFolder } from "#platform";
import type { Cli } from "../cli.ts";
import { confirm } from "../input/confirm.ts";
import { commandFor } from "./command-for.ts";
import { allDocuments } from "./list-pages.ts";
import { shortIdOf } from "./short-id.ts";
import { outDir, writeFiles } from "./write-files.ts";

type Owner = Pick<Project, "id" | "slug" | "name">;

/** Where the files of a project are on this machine. */
export async function folderOf(cli: Cli, project: Pick<Owner, "id" | "slug">): Promise<ProjectFolder> {
  const { projectFolder } = await import("#documents");
  return projectFolder(cli.config.dataDir, project);
}

/**
 * The folder to write to: the one that is given now, which is remembered, or the one that was remembered. Refused if that
 * is gone: what stands there may be a disk that is not connected, and to make it anew would scatter the files.
 */
export async function folderToWrite(cli: Cli, project: Owner, out?: string | undefined): Promise<string> {
  if (out !== undefined) return chooseDir(cli, project, out);
  const folder = await folderOf(cli, project);
  if (folder.isGone) throw new AppError("invalid_input", whyGone(cli, project, folder));
  return folder.dir;
}

/** Remembers a folder for a project's files, and makes it. */
export async function chooseDir(cli: Cli, { id }: Pick<Owner, "id">, out: string): Promise<string> {
  const dir = (await outDir(out)) ?? out;
  await makeFolder(dir);
  const { chooseFolder } = await import("#documents");
  chooseFolder(cli.config.dataDir, { projectId: id, dir });
  return dir;
}

export function whyGone(cli: Cli, { name, slug }: Owner, { dir }: ProjectFolder): string {
  const other = commandFor(cli.config, `project folder ${slug} DIR`);
  const usual = commandFor(cli.config, `project folder ${slug} --default`);
  return `The folder ${dir}, where the files of "${name}" go, is gone. Bring it back, or choose another: ${other}; ${usual} goes back to ${join(cli.config.dataDir, "projects", slug)}.`;
}

/** A document that a person edited in the project's folder, and that the project does not have so. */
export type EditedOnDisk = { documentId: DocumentId; title: string; path: string; file: string };

/** Those of a session that count: the file of a document that was regenerated since is read by nothing. */
export async function editedOnDisk(
  cli: Cli,
  client: Client,
  session: Pick<Session, "id" | "projectId">,
): Promise<EditedOnDisk[]> {
  const project = await client.getProject({ params: { projectId: session.projectId } });
  const { dir } = await folderOf(cli, project);
  const { findEdited } = await import("#documents");
  const paths = new Set((await findEdited(dir, { session: shortIdOf(session) })).map((path) => path.normalize("NFC")));
  if (paths.size === 0) return [];
  return (await allDocuments(client, session.id))
    .filter(({ path, replacedBy }) => paths.has(path) && replacedBy === null)
    .map(({ id, title, path }) => ({ documentId: id, title, path, file: join(dir, path) }));
}

export const ignoreEditsOption = [
  "--ignore-edits",
  "go on with the project's text of documents that were edited on disk",
] as const;
export const ignoreEdits = { ignoreEdits: z.boolean().default(false) };

const mostNamed = 3;

/** What to type about documents that were edited on disk; null where there are none. */
export function describeEditedOnDisk(cli: Cli, edited: readonly EditedOnDisk[]): string | null {
  const [only, ...others] = edited;
  if (!only) return null;
  const file = others.length === 0 && !/\s/.test(only.file) ? only.file : "FILE";
  const type = (verb: string) => commandFor(cli.config, `doc ${verb} ${file}`);
  return [
    `${others.length === 0 ? "A document was" : `${edited.length} documents were`} edited on disk, and the project has another text:`,
    ...edited.slice(0, mostNamed).map((one) => `  ${one.file}`),
    ...(edited.length > mostNamed ? [`  and ${edited.length - mostNamed} more`] : []),
    `${type("take")} makes it the document's text, ${type("discard")} writes the project's text again.`,
  ].join("\n");
}

/** Asks before work begins that would read the project's text and not what a person wrote on disk. */
export async function askAboutEdits(cli: Cli, edited: readonly EditedOnDisk[]): Promise<void> {
  const told = describeEditedOnDisk(cli, edited);
  if (told === null) return;
  await confirm(cli, {
    told,
    add: "Add --ignore-edits to go on with the project's text; the files stay as they are.",
    question: "Go on with the project's text?",
    refused: "Nothing was started.",
  });
}

/** Brings the files of a project up to date where it has a folder, and says what a person had changed there. */
export async function bringUpToDate(cli: Cli, client: Client, project: Owner): Promise<void> {
  const folder = await folderOf(cli, project);
  if (folder.isGone) return cli.say(whyGone(cli, project, folder));
  if (existsSync(folder.dir)) sayKept(cli, await writeFiles(client, project, folder.dir), folder.dir);
}

/** Says where the texts are that a person had put in place of files the program writes. */
export function sayKept(cli: Cli, { kept }: { kept: readonly { path: string; as: string }[] }, dir: string): void {
  for (const { path, as } of kept) {
    cli.say(
      `${join(dir, path)} is written by the program, and you had changed it: your text is kept in ${join(dir, as)}.`,
    );
  }
}
