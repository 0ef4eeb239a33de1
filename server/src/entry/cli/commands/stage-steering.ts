import type { Client, SessionId } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand } from "../add-command.ts";
import { connect } from "../connect/connect.ts";
import { feedbackHint } from "../input/feedback-hint.ts";
import { readFreeText } from "../input/read-free-text.ts";
import { readRef } from "../input/read-ref.ts";
import { priceLine } from "../output/describe-quote.ts";
import { table } from "../output/table.ts";
import { followJob } from "../run/follow-job.ts";
import type { Start } from "../start-command.ts";

/** What a person does between stages. */
export function stageSteeringCommands(stage: Command, start: Start): void {
  addCommand(
    stage,
    "feedback <session> <stage> [text...]",
    'Says something about a stage, for later prompts (- reads stdin). Without a text: shows what was said; "" takes it back.',
  )
    .option("--file <file>", "the text from a file (- reads stdin)")
    .option("--doc <document>", "about one document of the stage")
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
            given.text === "" ? "It is taken back." : `Kept. ${await feedbackHint(cli, link.client, sessionId)}`;
          cli.print(given, () => read);
        },
        { allowsEmptyText: true },
      ),
    );

  addCommand(
    stage,
    "seed <session> [stage]",
    "Shows what the calls of a stage start from. Without a stage: the current one.",
  ).action(
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
    "Says what regenerating what is stale would cost, and starts nothing.",
  ).action(
    start({}, async (cli, _options, id) => {
      const ref = readRef("session", id);
      await using link = await connect(cli);
      const quote = await link.client.quoteStale({ params: { sessionId: await ref(link.client) } });
      cli.print(quote, () => (quote.documents === 0 ? "Nothing is stale." : priceLine(quote)));
    }),
  );

  addCommand(
    stage,
    "regenerate-stale <session>",
    "Has what became stale written anew, in the order in which it is read, and waits for it.",
  ).action(
    start({}, async (cli, _options, id) => {
      const ref = readRef("session", id);
      await using link = await connect(cli, { work: true });
      const sessionId = await ref(link.client);
      const begun = await link.client.regenerateStale({ params: { sessionId } });
      if (begun.jobId) await followJob(cli, link, { sessionId, jobId: begun.jobId });
      const count = begun.documents.length;
      cli.print(begun, () =>
        count === 0 ? "Nothing is stale." : `${count} ${count === 1 ? "document was" : "documents were"} written anew.`,
      );
    }),
  );
}

const currentStage = async (client: Client, sessionId: SessionId): Promise<string> =>
  (await client.getSession({ params: { sessionId } })).currentStage;
