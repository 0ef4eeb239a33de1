import type { Client, SessionId } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand } from "../../add-command.ts";
import { connect } from "../../connect/connect.ts";
import { feedbackHint } from "../../input/feedback-hint.ts";
import { readFreeText } from "../../input/read-free-text.ts";
import { readRef } from "../../input/read-ref.ts";
import { table } from "../../output/table.ts";
import { priceLine } from "../../output/texts/describe-quote.ts";
import { followJob } from "../../run/follow-job.ts";
import type { Start } from "../../start-command.ts";

/** Commands for the time between stages: feedback, seed prompts, stale documents. */
export function stageSteeringCommands(stage: Command, start: Start): void {
  addCommand(
    stage,
    "feedback <session> <stage> [text...]",
    'Gives feedback on a stage (“-” reads stdin). Later prompts contain it. Without a text, shows the feedback; an empty text ("") withdraws it.',
  )
    .option("--file <file>", "file with the text (“-” reads stdin)")
    .option("--doc <document>", "give feedback on one document of the stage")
    .action(
      start(
        { file: z.string().optional(), doc: z.string().optional() },
        async (cli, { file, doc }, id, key = "", typed) => {
          const ref = readRef("session", id);
          const document = doc === undefined ? undefined : readRef("document", doc);
          const text = await readFreeText({ typed, file });
          await using link = await connect(cli);
          const sessionId = await ref(link.client);
          if (text === undefined) {
            const found = await link.client.listFeedback({ params: { sessionId }, query: { stage: key } });
            const rows = found.items.map((one) => [one.documentId ?? "the stage", String(one.version), one.text]);
            cli.print(found, () => table(["about", "version", "text"], rows));
            return;
          }
          const body = { text, documentId: await document?.(link.client) };
          const given = await link.client.giveFeedback({ params: { sessionId, stage: key }, body });
          const read =
            given.text === ""
              ? "Feedback withdrawn."
              : `Feedback saved. ${await feedbackHint(cli, link.client, sessionId)}`;
          cli.print(given, () => read);
        },
        { allowsEmptyText: true },
      ),
    );

  addCommand(stage, "seed <session> [stage]", "Shows the seed prompt of a stage (default: the current stage).").action(
    start({}, async (cli, _options, id, key) => {
      const ref = readRef("session", id);
      await using link = await connect(cli);
      const sessionId = await ref(link.client);
      const params = { sessionId, stage: key ?? (await currentStage(link.client, sessionId)) };
      const seed = await link.client.readSeedPrompt({ params });
      cli.print(seed, () => seed.text, { verbatim: true });
    }),
  );

  addCommand(
    stage,
    "quote-stale <session>",
    "Estimates the cost of regenerating all stale documents. Starts nothing.",
  ).action(
    start({}, async (cli, _options, id) => {
      const ref = readRef("session", id);
      await using link = await connect(cli);
      const quote = await link.client.quoteStale({ params: { sessionId: await ref(link.client) } });
      cli.print(quote, () => (quote.documents === 0 ? "No documents are stale." : priceLine(quote)));
    }),
  );

  addCommand(
    stage,
    "regenerate-stale <session>",
    "Regenerates all stale documents, each after its sources, and waits for them.",
  ).action(
    start({}, async (cli, _options, id) => {
      const ref = readRef("session", id);
      await using link = await connect(cli, { work: true });
      const sessionId = await ref(link.client);
      const begun = await link.client.regenerateStale({ params: { sessionId } });
      if (begun.jobId) await followJob(cli, link, { sessionId, jobId: begun.jobId });
      const count = begun.documents.length;
      cli.print(begun, () =>
        count === 0 ? "No documents are stale." : `Regenerated ${count} ${count === 1 ? "document" : "documents"}.`,
      );
    }),
  );
}

const currentStage = async (client: Client, sessionId: SessionId): Promise<string> =>
  (await client.getSession({ params: { sessionId } })).currentStage;
