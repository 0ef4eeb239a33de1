import { realpathSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { type Client, type Document, type DocumentSummary, type Project, SessionId } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand } from "../add-command.ts";
import type { Cli } from "../cli.ts";
import { connect } from "../connect/connect.ts";
import { confirm } from "../input/confirm.ts";
import { readRef } from "../input/read-ref.ts";
import { readText } from "../input/read-text.ts";
import { commandFor } from "../output/command-for.ts";
import { describeEdited } from "../output/describe-changes.ts";
import { allDocuments } from "../output/list-pages.ts";
import { folderOf } from "../output/project-files.ts";
import { writeFiles } from "../output/write-files.ts";
import type { Start } from "../start-command.ts";

/** What becomes of a document's file that a person edited in the project's folder. */
export function docFilesCommands(doc: Command, start: Start): void {
  addCommand(
    doc,
    "take <file>",
    "Makes a file that you edited in a project's folder the text of its document; the one before is kept.",
  )
    .option("--base <n>", "the version your edit is based on, if the document has changed since")
    .action(
      start({ base: z.coerce.number().int().min(1).optional() }, async (cli, { base }, file = "") => {
        const { text } = await readText(file);
        await using link = await connect(cli);
        const at = await documentAt(cli, link.client, file);
        const { whole, part } = await readDocument(link.client, at.document);
        const { takeText } = await import("#documents");
        const taken = takeText({ file: text, whole, part, isBaseSaid: base !== undefined });
        if (!taken.ok) throw changedSince(cli, { file, whole, reason: taken.reason });
        const edited = await link.client.editDocument({
          params: { documentId: whole.id },
          body: { markdown: taken.markdown, baseVersion: base ?? whole.version },
        });
        await writeFiles(link.client, at.project, at.dir);
        cli.print(edited, () =>
          edited.version === whole.version
            ? `Nothing changed: that is the text of ${edited.title} already (version ${edited.version}).`
            : describeEdited(cli, edited, whole.version),
        );
      }),
    );

  addCommand(doc, "discard <file>", "Writes the project's text over a file that you edited in its folder.")
    .option("--yes", "without asking")
    .action(
      start({ yes: z.boolean().default(false) }, async (cli, { yes }, file = "") => {
        await using link = await connect(cli);
        const { project, dir, path } = await documentAt(cli, link.client, file);
        const found = await link.client.readProjectFile({ params: { projectId: project.id }, query: { path } });
        if (!yes) await askWhetherToDiscard(cli, file);
        const { replaceFile } = await import("#documents");
        await replaceFile(join(dir, path), found.text);
        cli.print({ file: join(dir, path), sha256: found.sha256 }, () => `${file} has the project's text again.`);
      }),
    );
}

type Place = { project: Project; dir: string; path: string; document: DocumentSummary };

/** Which document's file that is, by the folder it is in and its place there. */
async function documentAt(cli: Cli, client: Client, file: string): Promise<Place> {
  const [, dir = "", path = "", shortId = ""] =
    /^(.*)[/\\](session_([0-9a-f]{8})[/\\]iteration_\d+[/\\].+)$/.exec(resolve(file)) ?? [];
  if (shortId === "") throw noDocument(file);
  const sessionId = (await sessionIn(cli, client, { dir, shortId })) ?? (await readRef("session", shortId)(client));
  const { projectId } = await client.getSession({ params: { sessionId } });
  const place = path.split(sep).join("/").normalize("NFC");
  const document = (await allDocuments(client, sessionId)).find((one) => one.path === place);
  if (!document) throw noDocument(file);
  return { project: await client.getProject({ params: { projectId } }), dir, path: place, document };
}

const noDocument = (file: string): AppError =>
  new AppError(
    "invalid_input",
    `${file} is not the file of a document in a project's folder: "dialectic doc edit <document> --file ${file}" gives a document any file's text.`,
  );

/** A project and its import have sessions that end alike: the folder tells them apart. */
async function sessionIn(cli: Cli, client: Client, { dir, shortId }: { dir: string; shortId: string }) {
  const { items } = await client.findByName({ query: { noun: "session", name: shortId } });
  for (const { id, projectId, folder } of items) {
    if (projectId === null || folder === null) continue;
    if (real((await folderOf(cli, { id: projectId, slug: folder })).dir) === real(dir)) return SessionId.parse(id);
  }
  return undefined;
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // not there
  }
}

type Read = { whole: Document; part: { key: string; title: string; markdown: string } | null };

/** A document as it reads now; of a part, the whole it belongs to, too. */
async function readDocument(client: Client, { id, kind, sessionId, contributionId }: DocumentSummary): Promise<Read> {
  const own = await client.getDocument({ params: { documentId: id } });
  if (kind === "whole") return { whole: own, part: null };
  const wholes = await allDocuments(client, sessionId, { kind: "whole" });
  const whole = wholes.find((one) => one.contributionId === contributionId);
  if (!whole) throw new AppError("not_found", `The document that ${own.title} is part of is gone.`);
  const { title, markdown } = own;
  const part = { key: own.artifact ?? "", title, markdown };
  return { whole: await client.getDocument({ params: { documentId: whole.id } }), part };
}

function changedSince(cli: Cli, input: { file: string; whole: Document; reason: "changed" | "unknown" }): AppError {
  const { file, whole, reason } = input;
  const what =
    reason === "changed"
      ? `${whole.title} has changed since ${file} was written: it is at version ${whole.version} now.`
      : `${file} does not say which version of ${whole.title} you edited, and there are ${whole.version}.`;
  const show = commandFor(cli.config, `doc show ${whole.id}`);
  const take = commandFor(cli.config, `doc take ${file} --base ${whole.version}`);
  return new AppError("conflict", `${what} ${show} shows it: bring both texts together in the file, then ${take}.`);
}

const askWhetherToDiscard = (cli: Cli, file: string): Promise<void> =>
  confirm(cli, {
    told: `What you changed in ${file} will be gone.`,
    add: "Add --yes to discard it.",
    question: "Discard it?",
    refused: "The file is as it was.",
  });
