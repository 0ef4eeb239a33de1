import { randomUUID } from "node:crypto";
import type { Client, Project, SessionId } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand, addNoun } from "../add-command.ts";
import { askWhether } from "../ask-whether.ts";
import type { Cli } from "../cli.ts";
import { connect, type Link } from "../connect.ts";
import { nextStep, whyIdle } from "../idle-hint.ts";
import { assertDomain, assertProcess } from "../known-templates.ts";
import { readBrief } from "../read-brief.ts";
import { addOverlayOption, readOverlay } from "../read-overlay.ts";
import { readRef } from "../read-ref.ts";
import { staleHint } from "../stale-hint.ts";
import { standing } from "../standing.ts";
import type { Start } from "../start-command.ts";
import { list, table } from "../table.ts";

export function projectCommands(program: Command, start: Start): void {
  const project = addNoun(program, "project", "Projects: a request and everything made of it.");

  addCommand(project, "list", "Lists your projects, newest first.")
    .option("--limit <n>", "how many", "50")
    .action(
      start({ limit: z.string().default("50") }, async (cli, { limit }) => {
        await using link = await connect(cli);
        const projects = await link.client.listProjects({ query: { limit } });
        const rows = cli.json ? [] : await Promise.all(projects.items.map((one) => toRow(link.client, one)));
        cli.print(projects, () => table(["id", "folder", "name", "process", "status", "made"], rows));
        if (!cli.json) sayIdle(cli, link, projects.items);
      }),
    );

  addCommand(project, "show <project>", "Shows one project and its brief.").action(
    start({}, async (cli, _options, id) => {
      const project = readRef("project", id);
      await using link = await connect(cli);
      const params = { projectId: await project(link.client) };
      const found = await link.client.getProject({ params });
      cli.print(found, () => describe(found));
      if (!cli.json && found.latestSession) await sayWhatWaits(cli, link, found.latestSession.id);
    }),
  );

  addCommand(
    project,
    "delete <project>",
    "Deletes a project and everything made of it; what it cost stays in the statement.",
  )
    .option("--yes", "delete it without asking")
    .action(
      start({ yes: z.boolean().default(false) }, async (cli, { yes }, id) => {
        const project = readRef("project", id);
        await using link = await connect(cli);
        const params = { projectId: await project(link.client) };
        const { name } = await link.client.getProject({ params });
        if (!yes) await askWhetherToDelete(cli, name);
        const deleted = await link.client.deleteProject({ params });
        cli.print(deleted, () => `"${name}" is deleted.`);
      }),
    );

  addOverlayOption(addCommand(project, "create <file>", "Makes a project from a brief (- reads stdin)."))
    .option("--name <name>", "its name (else the brief's first line)")
    .option("--domain <key>", 'the field it belongs to ("dialectic template list" shows them)', "general")
    .option("--process <key>", "the process it is planned with (else the domain's own choice)")
    .action(
      start(
        {
          name: z.string().optional(),
          domain: z.string().default("general"),
          process: z.string().optional(),
          overlay: z.string().optional(),
        },
        async (cli, { name, domain, process, ...words }, file = "-") => {
          assertProcess(cli, process);
          assertDomain(cli, domain);
          const brief = await readBrief(file);
          const overlay = await readOverlay(words.overlay);
          await using link = await connect(cli);
          const made = await link.client.createProject({
            body: { brief: brief.text, briefName: brief.name, name, domain, process, overlay },
            idempotencyKey: randomUUID(),
          });
          cli.print(made, () => describe(made));
        },
      ),
    );
}

/** Of every project whose newest session nobody works on: that it is so, and what to type. */
function sayIdle(cli: Cli, link: Link, projects: readonly Project[]): void {
  for (const { slug, latestSession } of projects) {
    const idle = latestSession && whyIdle(cli, link, latestSession, slug);
    if (idle) cli.say(idle);
  }
}

/** What `session show` says of a session that does not move by itself, or has stale documents. */
async function sayWhatWaits(cli: Cli, link: Link, sessionId: SessionId): Promise<void> {
  const session = await link.client.getSession({ params: { sessionId } });
  for (const hint of [await staleHint(cli, link.client, session), nextStep(cli, link, session)]) {
    if (hint) cli.say(hint);
  }
}

const askWhetherToDelete = (cli: Cli, name: string): Promise<void> =>
  askWhether(cli, {
    told: `"${name}" goes with all its sessions, documents, cards and files, and nothing brings them back. What it cost stays in the statement.`,
    add: "Add --yes to delete it.",
    question: "Delete it?",
    refused: "Nothing was deleted.",
  });

const toRow = async (client: Client, project: Project): Promise<string[]> => [
  project.id,
  project.slug,
  project.name,
  project.process,
  await statusOf(client, project),
  project.createdAt.slice(0, 16).replace("T", " "),
];

/** Only a failed session is worth a second question: what failed stands in the session alone. */
async function statusOf(client: Client, { latestSession }: Project): Promise<string> {
  if (!latestSession) return "no session yet";
  if (latestSession.status !== "failed") return standing(latestSession);
  return standing(await client.getSession({ params: { sessionId: latestSession.id } }));
}

const describe = (project: Project): string =>
  `${list([
    ["id", project.id],
    ["folder", project.slug],
    ["name", project.name],
    ["domain", project.domain],
    ["process", project.process],
    [
      "session",
      project.latestSession ? `${project.latestSession.id} (${standing(project.latestSession)})` : "none yet",
    ],
    ["made", project.createdAt],
  ])}\n\n${project.brief}`;
