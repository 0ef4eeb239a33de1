import type { Client, Session } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand } from "../add-command.ts";
import { sayPrice } from "../ask-quote.ts";
import { syncedBoard } from "../board-link.ts";
import { connect } from "../connect.ts";
import { describeQuote } from "../describe-quote.ts";
import { finishRun } from "../finish-run.ts";
import { readRef } from "../read-ref.ts";
import { restsForMoney } from "../rests-for-money.ts";
import type { Start } from "../start-command.ts";
import { untilStopped } from "../until-stopped.ts";
import { outDir } from "../write-files.ts";

/** The verbs that do a session's work here, and what the next of it would cost. */
export function sessionRunCommands(session: Command, start: Start): void {
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
