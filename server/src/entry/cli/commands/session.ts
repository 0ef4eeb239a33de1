import { randomUUID } from "node:crypto";
import type { Session } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand, addNoun } from "../add-command.ts";
import { recentSessions } from "../candidates.ts";
import { connect } from "../connect.ts";
import { findingsNote } from "../describe-findings.ts";
import { describeSession } from "../describe-session.ts";
import { nextStep, whyIdle } from "../idle-hint.ts";
import { addOverlayOption, readOverlay } from "../read-overlay.ts";
import { readRef } from "../read-ref.ts";
import { addSessionOptions, readSession, sessionOptions } from "../session-options.ts";
import { shortIdOf } from "../short-id.ts";
import { staleHint } from "../stale-hint.ts";
import { standing } from "../standing.ts";
import type { Start } from "../start-command.ts";
import { table } from "../table.ts";
import { sessionClaimsCommands } from "./session-claims.ts";
import { sessionRunCommands } from "./session-run.ts";

/** How many projects are gone over when none is named. */
const recent = 20;

export function sessionCommands(program: Command, start: Start): void {
  const session = addNoun(program, "session", "Sessions: one run of a process over a project, with its models.");

  addCommand(
    session,
    "list [project]",
    `Lists a project's sessions, newest first. Without a project: of the ${recent} newest.`,
  )
    .option("--archived", "those put away, too")
    .action(
      start({ archived: z.boolean().default(false) }, async (cli, { archived }, id) => {
        const project = id === undefined ? undefined : readRef("project", id);
        await using link = await connect(cli);
        const all = project
          ? (await link.client.listSessions({ params: { projectId: await project(link.client) } })).items
          : await recentSessions(link.client, recent);
        const items = all.filter(({ status }) => archived || status !== "archived");
        cli.print({ items }, () => table(["id", "project", "process", "status", "calls", "models"], items.map(toRow)));
        if (cli.json) return;
        const hidden = all.length - items.length;
        if (hidden > 0) cli.say(`${hidden} archived: --archived shows ${hidden === 1 ? "it" : "them"}, too.`);
        for (const session of items) {
          const idle = whyIdle(cli, link, session, shortIdOf(session));
          if (idle) cli.say(idle);
        }
      }),
    );

  addCommand(session, "show <session>", "Shows a session: its stages, their progress, what is missing and why.").action(
    start({}, async (cli, _options, id) => {
      const session = readRef("session", id);
      await using link = await connect(cli);
      const params = { sessionId: await session(link.client) };
      const found = await link.client.getSession({ params });
      const notes = cli.json
        ? []
        : [await staleHint(cli, link.client, found), await findingsNote(cli, link.client, found)];
      cli.print(found, () => describeSession(found, { notes }));
      const next = nextStep(cli, link, found);
      if (next && !cli.json) cli.say(next);
    }),
  );

  addOverlayOption(addSessionOptions(addCommand(session, "create <project>", "Makes a session over a project.")))
    .option("--process <key>", "another process than the project's")
    .option("--auto", "go on to the next stage without waiting for feedback")
    .option("--start", "start the first stage at once")
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

  const put = { archive: "archiveSession", restore: "restoreSession" } as const;
  const about = {
    archive: "Puts a session away: it can be read, and nothing in it changes until it is restored.",
    restore: "Brings an archived session back as it was.",
  };
  for (const verb of ["archive", "restore"] as const) {
    addCommand(session, `${verb} <session>`, about[verb]).action(
      start({}, async (cli, _options, id) => {
        const session = readRef("session", id);
        await using link = await connect(cli);
        const found = await link.client[put[verb]]({ params: { sessionId: await session(link.client) } });
        cli.print(found, () => describeSession(found));
      }),
    );
  }

  sessionRunCommands(session, start);
  sessionClaimsCommands(session, start);
}

const toRow = (session: Session): string[] => [
  session.id,
  session.projectName,
  session.process,
  standing(session),
  String(session.calls),
  session.models.join(", "),
];
