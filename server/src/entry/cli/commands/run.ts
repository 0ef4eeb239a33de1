import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand } from "../add-command.ts";
import { connect } from "../connect/connect.ts";
import { assertDomain, assertProcess } from "../input/known-templates.ts";
import { readBrief } from "../input/read-brief.ts";
import { addOverlayOption, readOverlay } from "../input/read-overlay.ts";
import { addSessionOptions, readSession, sessionOptions } from "../input/session-options.ts";
import { folderToWrite } from "../output/project-files.ts";
import { outDir } from "../output/write-files.ts";
import { sayPrice } from "../run/ask-quote.ts";
import { finishRun } from "../run/finish-run.ts";
import { untilStopped } from "../run/until-stopped.ts";
import type { Start } from "../start-command.ts";

export function runCommand(program: Command, start: Start): void {
  addOverlayOption(
    addSessionOptions(
      addCommand(program, "run <file>", "Runs a whole process over a brief (- reads stdin) and leaves the files."),
    ),
  )
    .option("--domain <key>", 'the field it belongs to ("dialectic template list" shows them)', "general")
    .option("--process <key>", "classic, or brief for the shorter one (else the domain's own choice)")
    .option("--name <name>", "the project's name (else the brief's first line)")
    .option("--out <dir>", "where the files go, now and in later commands (else projects/<name> in the data folder)")
    .action(
      start(
        {
          ...sessionOptions,
          domain: z.string().default("general"),
          process: z.string().optional(),
          name: z.string().optional(),
          out: z.string().optional(),
          overlay: z.string().optional(),
        },
        async (cli, { domain, process, name, out, overlay: words, ...options }, file = "-") => {
          assertProcess(cli, process);
          assertDomain(cli, domain);
          const brief = await readBrief(file);
          const overlay = await readOverlay(words);
          const body = await readSession(cli, { ...options, auto: true, start: true });
          const dir = await outDir(out);
          const stopped = untilStopped();
          await using link = await connect(cli, { work: true });
          const { models, leadModel, maxOutputTokens, continuations, proposals } = body;
          const quoted = {
            brief: brief.text,
            domain,
            process,
            models,
            leadModel,
            maxOutputTokens,
            continuations,
            proposals,
            overlay,
          };
          await sayPrice(cli, () => link.client.createQuote({ body: quoted }));
          const project = await link.client.createProject({
            body: { brief: brief.text, briefName: brief.name, name, domain, process, overlay },
            idempotencyKey: randomUUID(),
          });
          const params = { projectId: project.id };
          // Before there is anything to write: documents are laid out as they are finished.
          const folder = await folderToWrite(cli, project, dir);
          const session = await link.client.createSession({ params, body, idempotencyKey: randomUUID() });
          await finishRun(cli, link, { session, dir: folder, stopped });
        },
      ),
    );
}
