import { randomUUID } from "node:crypto";
import type { Client, Project } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand } from "../../add-command.ts";
import { connect } from "../../connect/connect.ts";
import { readBrief } from "../../input/read-brief.ts";
import { addOverlayOption, readOverlay } from "../../input/read-overlay.ts";
import { addSessionOptions, readSession, sessionOptions } from "../../input/session-options.ts";
import { assertDomain, assertProcess } from "../../input/shipped-templates.ts";
import { folderToWrite } from "../../output/project-files.ts";
import { outDir } from "../../output/write-files.ts";
import { sayPrice } from "../../run/ask-quote.ts";
import { finishRun } from "../../run/finish-run.ts";
import { untilStopped } from "../../run/until-stopped.ts";
import type { Start } from "../../start-command.ts";

export function runCommand(program: Command, start: Start): void {
  addOverlayOption(
    addSessionOptions(
      addCommand(program, "run <file>", "Runs all stages on a brief (“-” reads stdin) and writes the files."),
    ),
  )
    .option("--domain <key>", 'domain of the project ("dialectic template list" lists them)', "general")
    .option("--process <key>", "classic, or brief for a shorter run (default: the domain's default)")
    .option("--name <name>", "project name (default: the first line of the brief)")
    .option(
      "--out <dir>",
      "folder for the files, also for later commands (default: projects/<name> in the data folder)",
    )
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
          const begin = async () => {
            // The folder is chosen before the session starts because each document is rendered as soon as it is finished.
            const folder = await folderToWrite(cli, project, dir);
            return { folder, session: await link.client.createSession({ params, body, idempotencyKey: randomUUID() }) };
          };
          const { folder, session } = await begin().catch(async (error) => {
            await discard(link.client, project);
            throw error;
          });
          await finishRun(cli, link, { session, dir: folder, stopped });
        },
      ),
    );
}

/**
 * Deletes the project if its run was refused, so that the next run can use its name. If the session was created but the
 * response was lost, the session has jobs, and the server refuses to delete the project.
 */
const discard = (client: Client, { id }: Pick<Project, "id">): Promise<unknown> =>
  client.deleteProject({ params: { projectId: id } }).catch(() => undefined);
