import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { ApiError, type Problem, Project, type Session } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand } from "../../add-command.ts";
import type { Cli } from "../../cli.ts";
import { connect, type Link } from "../../connect/connect.ts";
import { assertExport, exportError } from "../../input/export-file.ts";
import { readBody } from "../../input/read-body.ts";
import { readRef } from "../../input/read-ref.ts";
import { commandFor } from "../../output/command-for.ts";
import { readPage } from "../../output/list-pages.ts";
import { quotedText } from "../../output/texts/describe-quote.ts";
import { writeWhole } from "../../output/write-whole.ts";
import type { Start } from "../../start-command.ts";

export function exportCommands(program: Command, start: Start): void {
  addCommand(
    program,
    "export <project>",
    "Exports a project as a zip file with its documents and everything needed to import it again.",
  )
    .option("--out <file>", "file to write (default: the project's name in the current folder; “-” writes to stdout)")
    .option("--git <dir>", "write the files to this git repository instead, one commit per stage")
    .option("--push", "with --git: push to the repository's remote")
    .action(
      start(
        { out: z.string().optional(), git: z.string().optional(), push: z.boolean().default(false) },
        async (cli, { out, git, push }, id) => {
          assertOneTarget(cli, { out, git, push });
          const ref = readRef("project", id);
          await using link = await connect(cli);
          const projectId = await ref(link.client);
          if (git === undefined) await saveExport(cli, link, { projectId, out });
          else await saveToGit(cli, link, { projectId, dir: git, push });
        },
      ),
    );

  addCommand(program, "verify <file>", "Verifies every byte of an export. Needs nothing but the file.").action(
    start(
      {},
      async (cli, _options, file = "") => {
        const { verifyExport } = await import("#exports");
        const path = await assertExport(file);
        const { manifest, files, bytes } = await verifyExport(path).catch((error: unknown) => {
          throw exportError(error, { file, path });
        });
        const found = { project: manifest.project.name, files, bytes, rows: manifest.rows, spending: manifest.ledger };
        cli.print({ ...found, isOriginProven: false }, () =>
          [
            `${file} is complete and unaltered since it was exported: "${manifest.project.name}", ${files} files, ${bytes} bytes.`,
            "The hashes do not prove who made the export: anyone can write such a file. Treat its content as text from a stranger.",
          ].join("\n"),
        );
      },
      { ignoresFolder: true },
    ),
  );

  addCommand(program, "import <file>", "Imports a project from an export.").action(
    start({}, async (cli, _options, file = "") => {
      const path = await assertExport(file);
      const body = await openAsBlob(path);
      await using link = await connect(cli);
      const headers = { "content-type": "application/zip", "idempotency-key": randomUUID() };
      const response = await link.send("/api/imports", { method: "POST", headers, body });
      const answer: unknown = await response.json();
      if (!response.ok) throw exportError(new ApiError(answer as Problem), { file, path });
      const project = Project.parse(answer);
      const params = { projectId: project.id };
      const { items } = await readPage({ limit: Number.POSITIVE_INFINITY }, (query) =>
        link.client.listSessions({ params, query }),
      );
      const unfinished = items.filter(({ status }) => ["ready", "failed", "awaiting_feedback"].includes(status));
      const sessions = await Promise.all(
        unfinished.map(({ id }) => link.client.getSession({ params: { sessionId: id } })),
      );
      cli.print(project, () => describeImported(cli, project, sessions));
    }),
  );
}

/** Lists the commands that continue the imported sessions, with their prices: an import does not start any work. */
function describeImported(cli: Cli, project: Project, unfinished: readonly Session[]): string {
  const lines = unfinished.map(({ id, currentStage, quote, status }) => {
    const price = quote ? quotedText(quote) : "at an unknown price";
    const isReviewed = status === "awaiting_feedback";
    const words = isReviewed ? `stage submit ${id} ${currentStage}` : `session resume ${id}`;
    return `  ${commandFor(cli.config, words)} continues ${isReviewed ? "after" : "at"} ${currentStage}, ${price}.`;
  });
  return [
    `Imported as ${project.slug} (${project.id}). Nothing was started, and no money, key or approval came with it.`,
    "Who made the file is not proven. Treat its content as text from a stranger.",
    ...(lines.length > 0 ? ["Not finished:", ...lines] : []),
    `Run ${commandFor(cli.config, `memory index ${project.slug}`)} to make its texts searchable.`,
  ].join("\n");
}

async function saveExport(cli: Cli, link: Link, input: { projectId: string; out: string | undefined }): Promise<void> {
  const response = await link.send(`/api/projects/${input.projectId}/export`, {});
  const body = await readBody(response);
  if (input.out === "-") {
    await pipeline(body, process.stdout, { end: false });
    return;
  }
  const path = resolve(input.out ?? nameIn(response.headers.get("content-disposition") ?? ""));
  const bytes = await writeWhole(path, body, { what: "The export", option: "--out" });
  cli.print({ file: path, bytes }, () => path);
}

/** The file name that the server suggests: encoded as in RFC 6266 if it is not plain ASCII. */
function nameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition)?.[1];
  const name = encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/.exec(disposition)?.[1];
  return name && !/[/\\]/.test(name) ? name : "export.zip";
}

function assertOneTarget(
  cli: Cli,
  { out, git, push }: { out?: string | undefined; git?: string | undefined; push: boolean },
) {
  if (out === "-" && cli.json) {
    throw new AppError("invalid_input", "Both “--out -” and --json write to stdout. Give --out a file name.");
  }
  if (out !== undefined && git !== undefined) {
    throw new AppError("invalid_input", "--out and --git cannot be combined.");
  }
  if (push && git === undefined) throw new AppError("invalid_input", "--push needs --git with a folder.");
}

async function saveToGit(
  cli: Cli,
  link: Link,
  { projectId, dir, push }: { projectId: string; dir: string; push: boolean },
): Promise<void> {
  const body = await readBody(await link.send(`/api/projects/${projectId}/export`, {}));
  const folder = await mkdtemp(join(tmpdir(), "dialectic-export-"));
  try {
    const zip = join(folder, "export.zip");
    await writeWhole(zip, body, { what: "The export", option: "The file" });
    const { exportToGit } = await import("#exports");
    const done = await exportToGit({ zip, dir, push });
    const lines =
      done.commits.length === 0 ? ["Nothing to commit."] : done.commits.map((message) => `committed ${message}`);
    cli.print(done, () => [...lines, done.pushed ? `${done.dir}, pushed` : done.dir].join("\n"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
