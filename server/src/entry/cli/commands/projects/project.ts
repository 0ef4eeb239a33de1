import { randomUUID } from "node:crypto";
import type { Project, ProjectSummary, SessionId } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand, addNoun } from "../../add-command.ts";
import type { Cli } from "../../cli.ts";
import { connect, type Link } from "../../connect/connect.ts";
import { confirm } from "../../input/confirm.ts";
import { readBrief } from "../../input/read-brief.ts";
import { addOverlayOption, readOverlay } from "../../input/read-overlay.ts";
import { readRef } from "../../input/read-ref.ts";
import { assertDomain, assertProcess } from "../../input/shipped-templates.ts";
import { addPageOptions, pageOptions, readPage, sayNext } from "../../output/list-pages.ts";
import { describeEditedOnDisk, describeGone, editedOnDisk, folderOf } from "../../output/project-files.ts";
import { list, table } from "../../output/table.ts";
import { nextStep, whyIdle } from "../../run/idle-hint.ts";
import { sessionStatusText } from "../../run/session-status-text.ts";
import { staleHint } from "../../run/stale-hint.ts";
import type { Start } from "../../start-command.ts";
import { projectFolderCommand } from "./project-folder.ts";

const usualLimit = 50;

export function projectCommands(program: Command, start: Start): void {
  const project = addNoun(program, "project", "Projects: a brief and everything made from it.");

  addPageOptions(addCommand(project, "list", "Lists your projects, newest first."), {
    usual: usualLimit,
    searched: "in the name, the folder name or the id",
  }).action(
    start(pageOptions, async (cli, { search, limit, after }) => {
      await using link = await connect(cli);
      const page = await readPage({ limit: limit ?? usualLimit, after }, (part) =>
        link.client.listProjects({ query: { search, ...part } }),
      );
      cli.print(page, () => table(["id", "folder", "name", "process", "status", "created"], page.items.map(toRow)));
      sayNext(cli, page, { command: "project list", search, limit });
      if (!cli.json) sayIdle(cli, link, page.items);
    }),
  );

  addCommand(project, "show <project>", "Shows one project and its brief.").action(
    start({}, async (cli, _options, id) => {
      const project = readRef("project", id);
      await using link = await connect(cli);
      const params = { projectId: await project(link.client) };
      const found = await link.client.getProject({ params });
      const folder = await folderOf(cli, found);
      cli.print({ ...found, files: folder }, () => describe(found, folder.dir));
      if (folder.isGone) cli.say(describeGone(cli, found, folder));
      if (!cli.json && found.latestSession) await sayHints(cli, link, found.latestSession.id);
    }),
  );

  addCommand(
    project,
    "delete <project>",
    "Deletes a project and everything made from it. Its costs stay in the statement.",
  )
    .option("--yes", "delete the project without asking")
    .action(
      start({ yes: z.boolean().default(false) }, async (cli, { yes }, id) => {
        const project = readRef("project", id);
        await using link = await connect(cli);
        const params = { projectId: await project(link.client) };
        const { name, slug } = await link.client.getProject({ params });
        if (!yes) await confirmDeletion(cli, name);
        const { dir, isChosen, isGone } = await folderOf(cli, { id: params.projectId, slug });
        const deleted = await link.client.deleteProject({ params });
        const { chooseFolder } = await import("#documents");
        chooseFolder(cli.config.dataDir, { projectId: params.projectId, dir: null });
        const rest = isChosen && !isGone ? ` Its files in ${dir} were not deleted.` : "";
        cli.print(deleted, () => `Deleted "${name}".${rest}`);
      }),
    );

  projectFolderCommand(project, start);

  addOverlayOption(addCommand(project, "create <file>", "Creates a project from a brief (“-” reads stdin)."))
    .option("--name <name>", "project name (default: the first line of the brief)")
    .option("--domain <key>", 'domain of the project ("dialectic template list" lists them)', "general")
    .option("--process <key>", "process to use (default: the domain's default)")
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

/** Names the projects whose newest session is running although no worker is processing it. */
function sayIdle(cli: Cli, link: Link, projects: readonly ProjectSummary[]): void {
  for (const { slug, latestSession } of projects) {
    const idle = latestSession && whyIdle(cli, link, latestSession, slug);
    if (idle) cli.say(idle);
  }
}

/** The hints of `session show`: edits on disk, stale documents, and what to do next. */
async function sayHints(cli: Cli, link: Link, sessionId: SessionId): Promise<void> {
  const session = await link.client.getSession({ params: { sessionId } });
  const edited = describeEditedOnDisk(cli, await editedOnDisk(cli, link.client, session));
  for (const hint of [edited, await staleHint(cli, link.client, session), nextStep(cli, link, session)]) {
    if (hint) cli.say(hint);
  }
}

const confirmDeletion = (cli: Cli, name: string): Promise<void> =>
  confirm(cli, {
    warning: `This deletes "${name}" with all its sessions, documents, cards and files, and cannot be undone. Its costs stay in the statement.`,
    hint: "Add --yes to delete it.",
    question: "Delete it?",
    declined: "Nothing was deleted.",
  });

const toRow = (project: ProjectSummary): string[] => [
  project.id,
  project.slug,
  project.name,
  project.process,
  project.latestSession ? sessionStatusText(project.latestSession) : "no session yet",
  project.createdAt.slice(0, 16).replace("T", " "),
];

const describe = (project: Project, dir?: string): string =>
  `${list([
    ["id", project.id],
    ["folder", project.slug],
    ["name", project.name],
    ["domain", project.domain],
    ["process", project.process],
    [
      "session",
      project.latestSession ? `${project.latestSession.id} (${sessionStatusText(project.latestSession)})` : "none yet",
    ],
    ["created", project.createdAt],
    ...(dir === undefined ? [] : [["files", dir] satisfies [string, string]]),
  ])}\n\n${project.brief}`;
