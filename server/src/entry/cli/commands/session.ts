import { randomUUID } from "node:crypto";
import type { Client, Session } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand, addNoun } from "../add-command.ts";
import { sayPrice } from "../ask-quote.ts";
import { syncedBoard } from "../board-link.ts";
import { recentSessions } from "../candidates.ts";
import { connect } from "../connect.ts";
import { describeQuote } from "../describe-quote.ts";
import { describeSession } from "../describe-session.ts";
import { finishRun } from "../finish-run.ts";
import { whyIdle } from "../idle-hint.ts";
import { readRef } from "../read-ref.ts";
import { restsForMoney } from "../rests-for-money.ts";
import { addSessionOptions, readSession, sessionOptions } from "../session-options.ts";
import { standing } from "../standing.ts";
import type { Start } from "../start-command.ts";
import { table } from "../table.ts";
import { untilStopped } from "../until-stopped.ts";
import { outDir } from "../write-files.ts";
import { sessionClaimsCommands } from "./session-claims.ts";

/** How many projects are gone over when none is named. */
const recent = 20;

export function sessionCommands(program: Command, start: Start): void {
  const session = addNoun(program, "session", "Sessions: one run of a process over a project, with its models.");

  addCommand(
    session,
    "list [project]",
    `Lists a project's sessions, newest first. Without a project: of the ${recent} newest.`,
  ).action(
    start({}, async (cli, _options, id) => {
      const project = id === undefined ? undefined : readRef("project", id);
      await using link = await connect(cli);
      const items = project
        ? (await link.client.listSessions({ params: { projectId: await project(link.client) } })).items
        : await recentSessions(link.client, recent);
      cli.print({ items }, () => table(["id", "project", "process", "status", "calls", "models"], items.map(toRow)));
    }),
  );

  addCommand(session, "show <session>", "Shows a session: its stages, their progress, what is missing and why.").action(
    start({}, async (cli, _options, id) => {
      const session = readRef("session", id);
      await using link = await connect(cli);
      const params = { sessionId: await session(link.client) };
      const found = await link.client.getSession({ params });
      cli.print(found, () => describeSession(found));
    }),
  );

  addSessionOptions(addCommand(session, "create <project>", "Makes a session over a project."))
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
        },
        async (cli, options, id) => {
          const project = readRef("project", id);
          const body = await readSession(cli, options);
          await using link = await connect(cli);
          const params = { projectId: await project(link.client) };
          const made = await link.client.createSession({ params, body, idempotencyKey: randomUUID() });
          cli.print(made, () => describeSession(made));
          const idle = whyIdle(cli, link, made);
          if (idle) cli.say(idle);
        },
      ),
    );

  addCommand(session, "resume <session>", "Goes on with a run: what was paused is resumed, what failed is tried again.")
    .option("--out <dir>", "where the files go (else projects/<name> in the data folder)")
    .action(
      start({ out: z.string().optional() }, async (cli, { out }, id) => {
        const session = readRef("session", id);
        const dir = await outDir(out);
        const stopped = untilStopped();
        await using link = await connect(cli, { work: true });
        const found = await link.client.getSession({ params: { sessionId: await session(link.client) } });
        await setGoing(link.client, found);
        await finishRun(cli, link, { session: found, out: dir, stopped });
      }),
    );

  addCommand(session, "quote <session>", "Says what a further iteration would cost, and starts nothing.").action(
    start({}, async (cli, _options, id) => {
      const session = readRef("session", id);
      await using link = await connect(cli);
      const quote = await link.client.quoteIteration({ params: { sessionId: await session(link.client) } });
      cli.print(quote, () => describeQuote(quote));
    }),
  );

  addCommand(
    session,
    "iterate <session>",
    "Details the next milestones: a further iteration, from the board as it stands.",
  )
    .option("--out <dir>", "where the files go (else projects/<name> in the data folder)")
    .action(
      start({ out: z.string().optional() }, async (cli, { out }, id) => {
        const session = readRef("session", id);
        const dir = await outDir(out);
        const stopped = untilStopped();
        await using link = await connect(cli, { work: true });
        const found = await link.client.getSession({ params: { sessionId: await session(link.client) } });
        const project = await link.client.getProject({ params: { projectId: found.projectId } });
        await syncedBoard(cli, link.client, { project, dir });
        await sayPrice(cli, () => link.client.quoteIteration({ params: { sessionId: found.id } }));
        const started = await link.client.startIteration({ params: { sessionId: found.id } });
        await finishRun(cli, link, { session: started, out: dir, stopped });
      }),
    );

  sessionClaimsCommands(session, start);
}

/** Does what the session waits for, unless it is a person's feedback, money or leave: those let it go on by themselves. */
async function setGoing(client: Client, session: Session): Promise<void> {
  const params = { sessionId: session.id, stage: session.currentStage };
  const current = session.stages.find((stage) => stage.stage === session.currentStage);
  if (session.status === "paused") {
    const { rests } = await restsForMoney(client, session);
    if (rests === "no") await client.resumeStage({ params });
    return;
  }
  if (session.status === "failed" || current?.status === "cancelled") await client.retryStage({ params });
  else if (session.status === "ready") await client.generateStage({ params });
}

const toRow = (session: Session): string[] => [
  session.id,
  session.projectName,
  session.process,
  standing(session),
  String(session.calls),
  session.models.join(", "),
];
