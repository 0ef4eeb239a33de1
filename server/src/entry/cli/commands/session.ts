import { type Client, ProjectId, type Session, SessionId } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand, addNoun } from "../add-command.ts";
import { connect } from "../connect.ts";
import { describeSession } from "../describe-session.ts";
import { finishRun } from "../finish-run.ts";
import { readId } from "../read-id.ts";
import { addSessionOptions, readSession, sessionOptions } from "../session-options.ts";
import type { Start } from "../start-command.ts";
import { table } from "../table.ts";
import { untilStopped } from "../until-stopped.ts";
import { outDir } from "../write-files.ts";

export function sessionCommands(program: Command, start: Start): void {
  const session = addNoun(program, "session", "Sessions: one run of a process over a project, with its models.");

  addCommand(session, "list <project>", "Lists a project's sessions, newest first.").action(
    start({}, async (cli, _options, id) => {
      const params = { projectId: readId(ProjectId, "project", id) };
      await using link = await connect(cli);
      const sessions = await link.client.listSessions({ params });
      cli.print(sessions, () =>
        table(["id", "process", "status", "stage", "calls", "models"], sessions.items.map(toRow)),
      );
    }),
  );

  addCommand(session, "show <session>", "Shows a session: its stages, their progress, what is missing and why.").action(
    start({}, async (cli, _options, id) => {
      const params = { sessionId: readId(SessionId, "session", id) };
      await using link = await connect(cli);
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
          const params = { projectId: readId(ProjectId, "project", id) };
          const body = await readSession(options);
          await using link = await connect(cli);
          const made = await link.client.createSession({ params, body });
          cli.print(made, () => describeSession(made));
        },
      ),
    );

  addCommand(session, "resume <session>", "Goes on with a run: what was paused is resumed, what failed is tried again.")
    .option("--out <dir>", "where the files go (else projects/<name> in the data folder)")
    .action(
      start({ out: z.string().optional() }, async (cli, { out }, id) => {
        const sessionId = readId(SessionId, "session", id);
        const dir = outDir(out);
        const stopped = untilStopped();
        await using link = await connect(cli, { work: true });
        const found = await link.client.getSession({ params: { sessionId } });
        await setGoing(link.client, found);
        await finishRun(cli, link, { session: found, out: dir, stopped });
      }),
    );
}

/** Does what the session waits for, unless it is a person's feedback. */
async function setGoing(client: Client, session: Session): Promise<void> {
  const params = { sessionId: session.id, stage: session.currentStage };
  const current = session.stages.find((stage) => stage.stage === session.currentStage);
  if (session.status === "paused") await client.resumeStage({ params });
  if (session.status === "failed" || current?.status === "cancelled") await client.retryStage({ params });
  else if (session.status === "ready") await client.generateStage({ params });
}

const toRow = (session: Session): string[] => [
  session.id,
  session.process,
  session.status,
  session.currentStage,
  String(session.calls),
  session.models.join(", "),
];
