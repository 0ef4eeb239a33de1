import { type Project, ProjectId } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand, addNoun } from "../add-command.ts";
import { connect } from "../connect.ts";
import { readBrief } from "../read-brief.ts";
import { readId } from "../read-id.ts";
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
        cli.print(projects, () => table(["id", "name", "process", "status", "made"], projects.items.map(toRow)));
      }),
    );

  addCommand(project, "show <project>", "Shows one project and its brief.").action(
    start({}, async (cli, _options, id) => {
      const params = { projectId: readId(ProjectId, "project", id) };
      await using link = await connect(cli);
      const found = await link.client.getProject({ params });
      cli.print(found, () => describe(found));
    }),
  );

  addCommand(project, "create <file>", "Makes a project from a brief (- reads stdin).")
    .option("--name <name>", "its name (else the brief's first line)")
    .option("--process <key>", "the process it is planned with", "classic")
    .action(
      start(
        { name: z.string().optional(), process: z.string().default("classic") },
        async (cli, { name, process }, file = "-") => {
          const brief = await readBrief(file);
          await using link = await connect(cli);
          const made = await link.client.createProject({
            body: { brief: brief.text, briefName: brief.name, name, process },
          });
          cli.print(made, () => describe(made));
        },
      ),
    );
}

const toRow = (project: Project): string[] => [
  project.id,
  project.name,
  project.process,
  project.latestSession ? `${project.latestSession.status} (${project.latestSession.currentStage})` : "no session yet",
  project.createdAt.slice(0, 16).replace("T", " "),
];

const describe = (project: Project): string =>
  `${list([
    ["id", project.id],
    ["name", project.name],
    ["process", project.process],
    ["session", project.latestSession ? `${project.latestSession.id} (${project.latestSession.status})` : "none yet"],
    ["made", project.createdAt],
  ])}\n\n${project.brief}`;
