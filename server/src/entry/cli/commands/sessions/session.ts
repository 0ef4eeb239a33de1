import { randomUUID } from "node:crypto";
import type { SessionSummary } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand, addNoun } from "../../add-command.ts";
import { connect } from "../../connect/connect.ts";
import { addOverlayOption, readOverlay } from "../../input/read-overlay.ts";
import { readRef } from "../../input/read-ref.ts";
import { addSessionOptions, readSession, sessionOptions } from "../../input/session-options.ts";
import { shortIdOf } from "../../output/command-for.ts";
import { addPageOptions, pageOptions, readPage, sayNext } from "../../output/list-pages.ts";
import { describeEditedOnDisk, describeGone, editedOnDisk, folderOf } from "../../output/project-files.ts";
import { table } from "../../output/table.ts";
import { findingsNote } from "../../output/texts/describe-findings.ts";
import { describeSession } from "../../output/texts/describe-session.ts";
import { describeUnrendered, listUnrendered } from "../../output/texts/describe-unrendered.ts";
import { nextStep, whyIdle } from "../../run/idle-hint.ts";
import { sessionStatusText } from "../../run/session-status-text.ts";
import { staleHint } from "../../run/stale-hint.ts";
import type { Start } from "../../start-command.ts";
import { sessionClaimsCommands } from "./session-claims.ts";
import { sessionPlanCommand } from "./session-plan.ts";
import { sessionRunCommands } from "./session-run.ts";

const usualLimit = 50;

export function sessionCommands(program: Command, start: Start): void {
  const session = addNoun(program, "session", "Sessions: runs of a process on a project with chosen models.");

  addPageOptions(
    addCommand(session, "list [project]", "Lists the sessions of a project, or of all projects, newest first."),
    { usual: usualLimit, searched: "in the project's name, the process, the models or the id" },
  )
    .option("--archived", "include archived sessions")
    .action(
      start(
        { ...pageOptions, archived: z.boolean().default(false) },
        async (cli, { archived, search, limit, after }, id) => {
          const project = id === undefined ? undefined : readRef("project", id);
          await using link = await connect(cli);
          const projectId = await project?.(link.client);
          const list = (query: { limit: number; after?: string | undefined; status?: "archived" }) => {
            const wanted = { search, archived: String(archived || query.status === "archived"), ...query };
            return projectId
              ? link.client.listSessions({ params: { projectId }, query: wanted })
              : link.client.listAllSessions({ query: wanted });
          };
          const page = await readPage({ limit: limit ?? usualLimit, after }, list);
          cli.print(page, () =>
            table(["id", "project", "process", "status", "calls", "models"], page.items.map(toRow)),
          );
          if (cli.json) return;
          const words = ["session list", ...(projectId ? [projectId] : []), ...(archived ? ["--archived"] : [])];
          sayNext(cli, page, { command: words.join(" "), search, limit });
          const hidden = archived
            ? []
            : (await readPage({ limit: 1 }, (part) => list({ ...part, status: "archived" }))).items;
          if (hidden.length > 0) cli.say("Archived sessions are not shown. Add --archived to see them.");
          for (const session of page.items) {
            const idle = whyIdle(cli, link, session, shortIdOf(session));
            if (idle) cli.say(idle);
          }
        },
      ),
    );

  addCommand(session, "show <session>", "Shows a session: its stages, their progress, what is missing and why.").action(
    start({}, async (cli, _options, id) => {
      const session = readRef("session", id);
      await using link = await connect(cli);
      const params = { sessionId: await session(link.client) };
      const found = await link.client.getSession({ params });
      const project = await link.client.getProject({ params: { projectId: found.projectId } });
      const folder = await folderOf(cli, project);
      const edited = await editedOnDisk(cli, link.client, found);
      const unrendered = await listUnrendered(link.client, found);
      const notes = cli.json
        ? []
        : [
            await staleHint(cli, link.client, found),
            await findingsNote(cli, link.client, found),
            describeUnrendered(cli, unrendered),
            describeEditedOnDisk(cli, edited),
          ];
      const files = { ...folder, edited: edited.map(({ documentId, path }) => ({ documentId, path })) };
      cli.print({ ...found, files, unrendered }, () => describeSession(found, { notes, dir: folder.dir }));
      if (folder.isGone) cli.say(describeGone(cli, project, folder));
      const next = nextStep(cli, link, found);
      if (next && !cli.json) cli.say(next);
    }),
  );

  addOverlayOption(addSessionOptions(addCommand(session, "create <project>", "Creates a session for a project.")))
    .option("--process <key>", "process to use (default: the project's)")
    .option("--auto", "continue to the next stage without waiting for feedback")
    .option("--start", "start the first stage immediately")
    .action(
      start(
        {
          ...sessionOptions,
          process: z.string().optional(),
          auto: z.boolean().default(false),
          start: z.boolean().default(false),
          overlay: z.string().optional(),
        },
        async (cli, { overlay, ...options }, id) => {
          const project = readRef("project", id);
          const body = { ...(await readSession(cli, options)), overlay: await readOverlay(overlay) };
          await using link = await connect(cli);
          const params = { projectId: await project(link.client) };
          const made = await link.client.createSession({ params, body, idempotencyKey: randomUUID() });
          cli.print(made, () => describeSession(made));
          const next = nextStep(cli, link, made);
          if (next) cli.say(next);
        },
      ),
    );

  const routes = { archive: "archiveSession", restore: "restoreSession" } as const;
  const about = {
    archive: "Archives a session. It can be read but not changed until it is restored.",
    restore: "Restores an archived session.",
  };
  for (const verb of ["archive", "restore"] as const) {
    addCommand(session, `${verb} <session>`, about[verb]).action(
      start({}, async (cli, _options, id) => {
        const session = readRef("session", id);
        await using link = await connect(cli);
        const found = await link.client[routes[verb]]({ params: { sessionId: await session(link.client) } });
        cli.print(found, () => describeSession(found));
      }),
    );
  }

  sessionPlanCommand(session, start);
  sessionRunCommands(session, start);
  sessionClaimsCommands(session, start);
}

const toRow = (session: SessionSummary): string[] => [
  session.id,
  session.projectName,
  session.process,
  sessionStatusText(session),
  String(session.calls),
  session.models.join(", "),
];
