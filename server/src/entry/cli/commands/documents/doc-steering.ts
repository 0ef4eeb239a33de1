import { type Client, describeFinding, type SessionId } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand } from "../../add-command.ts";
import type { Cli } from "../../cli.ts";
import { connect } from "../../connect/connect.ts";
import { readRef } from "../../input/read-ref.ts";
import { readText } from "../../input/read-text.ts";
import { commandFor } from "../../output/command-for.ts";
import { allDocuments } from "../../output/list-pages.ts";
import { updateFiles } from "../../output/project-files.ts";
import { describeEdited } from "../../output/texts/describe-changes.ts";
import { countFindings, findingsNote, openOf } from "../../output/texts/describe-findings.ts";
import { priceLine } from "../../output/texts/describe-quote.ts";
import { followJob } from "../../run/follow-job.ts";
import { staleHint } from "../../run/stale-hint.ts";
import type { Start } from "../../start-command.ts";

/** Commands that change a document: edit, accept findings, regenerate. */
export function docSteeringCommands(doc: Command, start: Start): void {
  addCommand(
    doc,
    "edit <document>",
    "Replaces the text of a document. The next stage reads the new text; the old one is kept.",
  )
    .requiredOption("--file <file>", "file with the new text (“-” reads stdin); front matter is ignored")
    .option("--base <n>", "version that you edited (default: the newest); an edit of an older version is rejected")
    .action(
      start({ file: z.string(), base: z.coerce.number().int().min(1).optional() }, async (cli, { file, base }, id) => {
        const ref = readRef("document", id);
        const { text } = await readText(file);
        await using link = await connect(cli);
        const params = { documentId: await ref(link.client) };
        const baseVersion = base ?? (await link.client.getDocument({ params })).version;
        const document = await link.client.editDocument({ params, body: { markdown: text, baseVersion } });
        cli.print(document, () => describeEdited(cli, document, baseVersion));
        if (document.version === baseVersion) return;
        const { projectId } = await link.client.getSession({ params: { sessionId: document.sessionId } });
        await updateFiles(cli, link.client, await link.client.getProject({ params: { projectId } }));
        await sayStale(cli, link.client, document.sessionId);
      }),
    );

  addCommand(doc, "quote <document>", "Estimates the cost of regenerating a document. Starts nothing.").action(
    start({}, async (cli, _options, id) => {
      const ref = readRef("document", id);
      await using link = await connect(cli);
      const quote = await link.client.quoteRegeneration({ params: { documentId: await ref(link.client) } });
      cli.print(quote, () => priceLine(quote));
    }),
  );

  addCommand(
    doc,
    "accept <document>",
    "Accepts the findings of a document. The text stays as it is, and the findings no longer stop the session.",
  ).action(
    start({}, async (cli, _options, id) => {
      const ref = readRef("document", id);
      await using link = await connect(cli);
      const params = { documentId: await ref(link.client) };
      let document = await link.client.getDocument({ params });
      const open = openOf(document);
      for (const { id: findingId } of open)
        document = await link.client.acceptFinding({ params: { ...params, findingId } });
      cli.print(document, () =>
        open.length === 0
          ? `${document.title} has no open findings.`
          : `Accepted ${countFindings(open.length)} of ${document.title}:\n${open.map((one) => `  ${describeFinding(one)}`).join("\n")}`,
      );
      if (!cli.json) await sayRemaining(cli, link.client, document.sessionId);
    }),
  );

  addCommand(doc, "regenerate <document>", "Regenerates a document from its current sources, and waits for it.").action(
    start({}, async (cli, _options, id) => {
      const ref = readRef("document", id);
      await using link = await connect(cli, { work: true });
      const params = { documentId: await ref(link.client) };
      const { sessionId, contributionId } = await link.client.getDocument({ params });
      const { id: jobId } = await link.client.regenerateDocument({ params });
      await followJob(cli, link, { sessionId, jobId });
      const documents = await allDocuments(link.client, sessionId, { kind: "whole" });
      const replacedBy = documents.find((one) => one.contributionId === contributionId)?.replacedBy;
      const renewed = documents.find((one) => one.id === replacedBy);
      cli.print(renewed ?? null, () => `Regenerated ${renewed?.title}: ${renewed?.id}`);
      await sayStale(cli, link.client, sessionId);
    }),
  );
}

/** Tells the user which documents are now stale because they were written from the old text. */
async function sayStale(cli: Cli, client: Client, sessionId: SessionId): Promise<void> {
  if (cli.json) return;
  const session = await client.getSession({ params: { sessionId } });
  const hint = await staleHint(cli, client, session);
  if (hint) cli.say(hint);
}

/**
 * For a session in auto mode that waits for the user, prints its remaining findings or, if there are none, how to continue.
 */
async function sayRemaining(cli: Cli, client: Client, sessionId: SessionId): Promise<void> {
  const session = await client.getSession({ params: { sessionId } });
  if (!session.auto || session.status !== "awaiting_feedback") return;
  const note = await findingsNote(cli, client, session);
  cli.say(note ?? `Run ${commandFor(cli.config, `session resume ${session.id}`)} to continue.`);
}
