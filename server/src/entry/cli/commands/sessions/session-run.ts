import { type Client, isBegun, type Session, stopsSession } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand } from "../../add-command.ts";
import type { Cli } from "../../cli.ts";
import { connect } from "../../connect/connect.ts";
import { syncedBoard } from "../../input/board-link.ts";
import { confirm } from "../../input/confirm.ts";
import { readRef } from "../../input/read-ref.ts";
import { commandFor } from "../../output/command-for.ts";
import {
  askAboutEdits,
  editedOnDisk,
  folderToWrite,
  ignoreEdits,
  ignoreEditsOption,
} from "../../output/project-files.ts";
import { documentsWithFindings, openOf } from "../../output/texts/describe-findings.ts";
import { describeQuote } from "../../output/texts/describe-quote.ts";
import { outDir } from "../../output/write-files.ts";
import { sayPrice } from "../../run/ask-quote.ts";
import { finishRun } from "../../run/finish-run.ts";
import { untilStopped } from "../../run/until-stopped.ts";
import type { Start } from "../../start-command.ts";

/** The verbs that run a session's work, and the quote for another iteration. */
export function sessionRunCommands(session: Command, start: Start): void {
  addCommand(session, "resume <session>", "Continues a run: resumes what is paused and retries what failed.")
    .option("--out <dir>", "folder for the files from now on (default: unchanged)")
    .option(...ignoreEditsOption)
    .option("--accept-findings", "accept the documents of the current stage as they are, and continue")
    .action(
      start(
        { out: z.string().optional(), acceptFindings: z.boolean().default(false), ...ignoreEdits },
        async (cli, { out, acceptFindings, ignoreEdits }, id) => {
          const session = readRef("session", id);
          const given = await outDir(out);
          const stopped = untilStopped();
          await using link = await connect(cli, { work: true });
          const found = await link.client.getSession({ params: { sessionId: await session(link.client) } });
          const project = await link.client.getProject({ params: { projectId: found.projectId } });
          const dir = await folderToWrite(cli, project, given);
          if (!ignoreEdits) await askAboutEdits(cli, await editedOnDisk(cli, link.client, found));
          if (acceptFindings) await acceptAll(link.client, found);
          await continueSession(link.client, found);
          await finishRun(cli, link, { session: found, dir, stopped });
        },
      ),
    );

  addCommand(session, "quote <session>", "Estimates the cost of another iteration. Starts nothing.").action(
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
    "Starts another iteration, which details the next milestones based on the board.",
  )
    .option("--out <dir>", "folder for the files from now on (default: unchanged)")
    .option(...ignoreEditsOption)
    .option("--yes", "start without asking, even if no work on the board has begun")
    .action(
      start(
        { out: z.string().optional(), yes: z.boolean().default(false), ...ignoreEdits },
        async (cli, options, id) => {
          const { out, yes, ignoreEdits } = options;
          const session = readRef("session", id);
          const given = await outDir(out);
          const stopped = untilStopped();
          await using link = await connect(cli, { work: true });
          const found = await link.client.getSession({ params: { sessionId: await session(link.client) } });
          const project = await link.client.getProject({ params: { projectId: found.projectId } });
          const dir = await folderToWrite(cli, project, given);
          if (!ignoreEdits) await askAboutEdits(cli, await editedOnDisk(cli, link.client, found));
          const { cards } = await syncedBoard(cli, link.client, { project, dir });
          if (!yes && cards.length > 0 && !isBegun(cards)) await confirmIteration(cli);
          await sayPrice(cli, () => link.client.quoteIteration({ params: { sessionId: found.id } }));
          const started = await link.client.startIteration({ params: { sessionId: found.id } });
          await finishRun(cli, link, { session: started, dir, stopped });
        },
      ),
    );
}

/**
 * A milestone is detailed once the milestones before it are in progress; until then an iteration writes nothing new.
 */
const confirmIteration = (cli: Cli): Promise<void> =>
  confirm(cli, {
    warning:
      "No work on the board has begun, so no further milestone is ready to be detailed. The new work plan may be empty.",
    hint: `First tick or move what is done (${commandFor(cli.config, "board")}), or add --yes.`,
    question: "Start the iteration anyway?",
    declined: "No iteration was started.",
  });

/**
 * Resumes, retries, starts or submits the current stage. Does nothing if funds or approval are missing: the session
 * continues automatically once it has them.
 */
async function continueSession(client: Client, session: Session): Promise<void> {
  const params = { sessionId: session.id, stage: session.currentStage };
  const current = session.stages.find((stage) => stage.stage === session.currentStage);
  if (session.status === "running" || session.status === "paused") {
    if (session.blockedBy?.kind === "user") await client.resumeStage({ params });
    return;
  }
  if (session.status === "failed" || current?.status === "cancelled") await client.retryStage({ params });
  else if (session.status === "ready") await client.generateStage({ params });
  else if (session.status === "awaiting_feedback" && session.auto) {
    // Findings stopped this session. While one of them is open, the stage is not submitted, and the command ends at once and
    // reports the open findings.
    const documents = await documentsWithFindings(client, session, session.currentStage);
    const isStopped = documents.some((one) => openOf(one).some(({ code }) => stopsSession(code)));
    if (!isStopped) await client.submitStage({ params });
  }
}

async function acceptAll(client: Client, session: Session): Promise<void> {
  for (const { id: documentId, ...document } of await documentsWithFindings(client, session, session.currentStage)) {
    for (const { id: findingId } of openOf(document)) await client.acceptFinding({ params: { documentId, findingId } });
  }
}
