import type { Client, DocumentId } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand, addNoun } from "../../add-command.ts";
import { connect } from "../../connect/connect.ts";
import { readRef } from "../../input/read-ref.ts";
import { allDocuments } from "../../output/list-pages.ts";
import { table } from "../../output/table.ts";
import { describeFindings } from "../../output/texts/describe-findings.ts";
import { type Authors, describeReceipts } from "../../output/texts/describe-receipt.ts";
import type { Start } from "../../start-command.ts";
import { docFilesCommands } from "./doc-files.ts";
import { docListCommand } from "./doc-list.ts";
import { docSteeringCommands } from "./doc-steering.ts";

export function docCommands(program: Command, start: Start): void {
  const doc = addNoun(program, "doc", "Documents: what the models wrote.");

  docListCommand(doc, start);

  addCommand(doc, "show <document>", "Shows the text of a document.")
    .option("--earlier <version>", "an earlier version; 1 is the model's text")
    .action(
      start({ earlier: z.coerce.number().int().min(1).optional() }, async (cli, { earlier: version }, id) => {
        const ref = readRef("document", id);
        await using link = await connect(cli);
        const params = { documentId: await ref(link.client) };
        const { client } = link;
        const document = await (version === undefined
          ? client.getDocument({ params })
          : client.readDocumentVersion({ params: { ...params, version } }));
        cli.print(document, () => document.markdown, { verbatim: true });
        // Findings go to stderr: stdout contains only the document.
        const findings = "findings" in document && !cli.json ? describeFindings(cli, [document]) : null;
        if (findings) cli.say(findings);
      }),
    );

  addCommand(
    doc,
    "receipt <document>",
    "Shows what was left out of a document's prompts because they did not fit the model's window.",
  )
    .option("--left-out", "include the text that was left out")
    .action(
      start({ leftOut: z.boolean().default(false) }, async (cli, options, id) => {
        const ref = readRef("document", id);
        await using link = await connect(cli);
        const documentId = await ref(link.client);
        const receipts = await link.client.listReceipts({ params: { documentId } });
        const authors =
          receipts.items.length > 0 && !cli.json ? await documentAuthors(link.client, documentId) : undefined;
        cli.print(receipts, () => describeReceipts(receipts.items, { ...options, authors }));
      }),
    );

  docSteeringCommands(doc, start);
  docFilesCommands(doc, start);

  addCommand(doc, "files <project>", "Lists the files of a project.").action(
    start({}, async (cli, _options, id) => {
      const ref = readRef("project", id);
      await using link = await connect(cli);
      const params = { projectId: await ref(link.client) };
      const files = await link.client.listProjectFiles({ params });
      cli.print(files, () =>
        table(
          ["bytes", "path"],
          files.items.map((file) => [String(file.bytes), file.path]),
        ),
      );
    }),
  );

  addCommand(doc, "open <project> <path>", "Shows one file of a project.").action(
    start({}, async (cli, _options, id, path = "") => {
      const ref = readRef("project", id);
      await using link = await connect(cli);
      const params = { projectId: await ref(link.client) };
      const file = await link.client.readProjectFile({ params, query: { path } });
      cli.print(file, () => file.text, { verbatim: true });
    }),
  );
}

/**
 * The authors of the documents in a session, by document id. Empty while the stage of the given document is running: prompts
 * hide the authors, and a person who gives feedback meanwhile should not see them either.
 */
async function documentAuthors(client: Client, documentId: DocumentId): Promise<Authors> {
  const { sessionId, stage, iteration } = await client.getDocument({ params: { documentId } });
  const { stages } = await client.getSession({ params: { sessionId } });
  const run = stages.find((one) => one.stage === stage);
  if (!run || (run.iteration === iteration && run.status !== "completed")) return new Map();
  const documents = await allDocuments(client, sessionId);
  return new Map(documents.map(({ id, title, model }) => [id, { title, model }]));
}
