import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Client, DocumentId, Project, Session } from "@dialectic/contract";
import { z } from "zod";
import type { ProjectFolder } from "#documents";
import { AppError, makeFolder } from "#platform";
import type { Cli } from "../cli.ts";
import { confirm } from "../input/confirm.ts";
import { commandFor, shortIdOf } from "./command-for.ts";
import { allDocuments } from "./list-pages.ts";
import { outDir, writeFiles } from "./write-files.ts";

type Owner = Pick<Project, "id" | "slug" | "name">;

/** The folder of a project's files on this machine. */
export async function folderOf(cli: Cli, project: Pick<Owner, "id" | "slug">): Promise<ProjectFolder> {
  const { projectFolder } = await import("#documents");
  return projectFolder(cli.config.dataDir, project);
}

/**
 * The folder to write to: `out`, which is then remembered, or else the remembered folder. Throws if the remembered
 * folder no longer exists: it may be on a disk that is not connected, and creating it again would scatter the files.
 */
export async function folderToWrite(cli: Cli, project: Owner, out?: string | undefined): Promise<string> {
  if (out !== undefined) return chooseDir(cli, project, out);
  const folder = await folderOf(cli, project);
  if (folder.isGone) throw new AppError("invalid_input", describeGone(cli, project, folder));
  return folder.dir;
}

/** Creates a folder for a project's files and remembers it. */
export async function chooseDir(cli: Cli, { id }: Pick<Owner, "id">, out: string): Promise<string> {
  const dir = (await outDir(out)) ?? out;
  await makeFolder(dir);
  const { chooseFolder } = await import("#documents");
  chooseFolder(cli.config.dataDir, { projectId: id, dir });
  return dir;
}

export function describeGone(cli: Cli, { name, slug }: Owner, { dir }: ProjectFolder): string {
  const other = commandFor(cli.config, `project folder ${slug} DIR`);
  const usual = commandFor(cli.config, `project folder ${slug} --default`);
  return `The folder ${dir}, where the files of "${name}" are written, no longer exists. Restore it, choose another with ${other}, or use ${join(cli.config.dataDir, "projects", slug)} again with ${usual}.`;
}

/** A document whose file in the project's folder was edited and differs from the project's text. */
export type EditedOnDisk = { documentId: DocumentId; title: string; path: string; file: string };

/**
 * The documents of a session that were edited on disk. Files of replaced documents are ignored, because no later stage
 * reads these documents.
 */
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
  "continue with the project's text of documents that were edited on disk",
] as const;
export const ignoreEdits = { ignoreEdits: z.boolean().default(false) };

const mostNamed = 3;

/**
 * Lists the documents that were edited on disk, with the commands to keep or discard the edits; null if there are none.
 */
export function describeEditedOnDisk(cli: Cli, edited: readonly EditedOnDisk[]): string | null {
  const [only, ...others] = edited;
  if (!only) return null;
  const file = others.length === 0 && !/\s/.test(only.file) ? only.file : "FILE";
  const command = (verb: string) => commandFor(cli.config, `doc ${verb} ${file}`);
  return [
    `${others.length === 0 ? "A document was" : `${edited.length} documents were`} edited on disk and differ${others.length === 0 ? "s" : ""} from the project:`,
    ...edited.slice(0, mostNamed).map((one) => `  ${one.file}`),
    ...(edited.length > mostNamed ? [`  and ${edited.length - mostNamed} more`] : []),
    `Run ${command("take")} to use the text on disk, or ${command("discard")} to restore the project's text.`,
  ].join("\n");
}

/** Asks the user before starting work that would ignore edits on disk. */
export async function askAboutEdits(cli: Cli, edited: readonly EditedOnDisk[]): Promise<void> {
  const warning = describeEditedOnDisk(cli, edited);
  if (warning === null) return;
  await confirm(cli, {
    warning,
    hint: "Add --ignore-edits to continue with the project's text; the files are not changed.",
    question: "Continue with the project's text?",
    declined: "Nothing was started.",
  });
}

/** Updates the files of a project if it has a folder, and reports files that a person had changed there. */
export async function updateFiles(cli: Cli, client: Client, project: Owner): Promise<void> {
  const folder = await folderOf(cli, project);
  if (folder.isGone) return cli.say(describeGone(cli, project, folder));
  if (existsSync(folder.dir)) sayKept(cli, await writeFiles(client, project, folder.dir), folder.dir);
}

/** Says, for each generated file that a person had changed, where the person's text was saved. */
export function sayKept(cli: Cli, { kept }: { kept: readonly { path: string; as: string }[] }, dir: string): void {
  for (const { path, as } of kept) {
    cli.say(
      `You had changed ${join(dir, path)}, a file that Dialectic writes. Your text was saved as ${join(dir, as)}.`,
    );
  }
}
