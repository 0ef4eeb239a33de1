import { realpathSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { type Client, type Document, type DocumentSummary, type Project, SessionId } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand } from "../../add-command.ts";
import type { Cli } from "../../cli.ts";
import { connect } from "../../connect/connect.ts";
import { confirm } from "../../input/confirm.ts";
import { readRef } from "../../input/read-ref.ts";
import { readText } from "../../input/read-text.ts";
import { commandFor } from "../../output/command-for.ts";
import { allDocuments } from "../../output/list-pages.ts";
import { folderOf } from "../../output/project-files.ts";
import { describeEdited } from "../../output/texts/describe-changes.ts";
import { writeFiles } from "../../output/write-files.ts";
import type { Start } from "../../start-command.ts";

/** Commands for document files that a person edited in a project's folder. */
export function docFilesCommands(doc: Command, start: Start): void {
  addCommand(
    doc,
    "take <file>",
    "Uses a file that you edited in a project's folder as the text of its document. The old text is kept.",
  )
    .option("--base <n>", "the version that you edited; needed if the document has changed since")
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
        cli.print(edited, () => describeEdited(cli, edited, whole.version));
      }),
    );

  addCommand(
    doc,
    "discard <file>",
    "Discards your changes to a file in a project's folder, and restores the project's text.",
  )
    .option("--yes", "discard your changes without asking")
    .action(
      start({ yes: z.boolean().default(false) }, async (cli, { yes }, file = "") => {
        await using link = await connect(cli);
        const { project, dir, path } = await documentAt(cli, link.client, file);
        const found = await link.client.readProjectFile({ params: { projectId: project.id }, query: { path } });
        if (!yes) await confirmDiscard(cli, file);
        const { replaceFile } = await import("#documents");
        await replaceFile(join(dir, path), found.text);
        cli.print({ file: join(dir, path), sha256: found.sha256 }, () => `Restored the project's text in ${file}.`);
      }),
    );
}

type Place = { project: Project; dir: string; path: string; document: DocumentSummary };

/** The document that a file belongs to, found by its path in the project's folder. */
async function documentAt(cli: Cli, client: Client, file: string): Promise<Place> {
  const [, dir = "", path = "", shortId = ""] =
    /^(.*)[/\\](session_([0-9a-f]{8})[/\\]iteration_\d+[/\\].+)$/.exec(resolve(file)) ?? [];
  if (shortId === "") throw notADocument(file);
  const sessionId = (await sessionIn(cli, client, { dir, shortId })) ?? (await readRef("session", shortId)(client));
  const { projectId } = await client.getSession({ params: { sessionId } });
  const place = path.split(sep).join("/").normalize("NFC");
  const document = (await allDocuments(client, sessionId)).find((one) => one.path === place);
  if (!document) throw notADocument(file);
  return { project: await client.getProject({ params: { projectId } }), dir, path: place, document };
}

const notADocument = (file: string): AppError =>
  new AppError(
    "invalid_input",
    `${file} is not a document file in a project's folder. To use any file as a document's text, run "dialectic doc edit <document> --file ${file}".`,
  );

/**
 * The sessions of a project and of its imported copy have ids with the same ending, so the project's folder decides which
 * session is meant.
 */
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
    return path; // the path does not exist
  }
}

type Read = { whole: Document; part: { key: string; title: string; markdown: string } | null };

/** The current text of a document; for an artifact, also the text of the document it belongs to. */
async function readDocument(client: Client, { id, kind, sessionId, contributionId }: DocumentSummary): Promise<Read> {
  const own = await client.getDocument({ params: { documentId: id } });
  if (kind === "whole") return { whole: own, part: null };
  const wholes = await allDocuments(client, sessionId, { kind: "whole" });
  const whole = wholes.find((one) => one.contributionId === contributionId);
  if (!whole) throw new AppError("not_found", `The document that ${own.title} is part of no longer exists.`);
  const { title, markdown } = own;
  const part = { key: own.artifact ?? "", title, markdown };
  return { whole: await client.getDocument({ params: { documentId: whole.id } }), part };
}

function changedSince(cli: Cli, input: { file: string; whole: Document; reason: "changed" | "unknown" }): AppError {
  const { file, whole, reason } = input;
  const what =
    reason === "changed"
      ? `${whole.title} has changed since ${file} was written and is now at version ${whole.version}.`
      : `${file} does not say which of the ${whole.version} versions of ${whole.title} you edited.`;
  const show = commandFor(cli.config, `doc show ${whole.id}`);
  const take = commandFor(cli.config, `doc take ${file} --base ${whole.version}`);
  return new AppError(
    "conflict",
    `${what} Run ${show} to see the current text, merge both texts in the file, then run ${take}.`,
  );
}

const confirmDiscard = (cli: Cli, file: string): Promise<void> =>
  confirm(cli, {
    warning: `Your changes in ${file} will be lost.`,
    hint: "Add --yes to discard them.",
    question: "Discard them?",
    declined: "The file was not changed.",
  });
