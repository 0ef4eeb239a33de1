import { DocumentId, ProjectId, SessionId } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand, addNoun } from "../add-command.ts";
import { connect } from "../connect.ts";
import { readId } from "../read-id.ts";
import type { Start } from "../start-command.ts";
import { table } from "../table.ts";

export function docCommands(program: Command, start: Start): void {
  const doc = addNoun(program, "doc", "Documents: what the models wrote.");

  addCommand(doc, "list <session>", "Lists a session's documents in the order they were made.")
    .option("--stage <stage>", "of one stage only")
    .option("--kind <kind>", "whole or artifact")
    .action(
      start(
        { stage: z.string().optional(), kind: z.enum(["whole", "artifact"]).optional() },
        async (cli, query, id) => {
          const params = { sessionId: readId(SessionId, "session", id) };
          await using link = await connect(cli);
          const documents = await link.client.listDocuments({ params, query });
          cli.print(documents, () =>
            table(
              ["id", "stage", "model", "words", "title"],
              documents.items.map((one) => [one.id, one.stage, one.model, String(one.words), one.title]),
            ),
          );
        },
      ),
    );

  addCommand(doc, "show <document>", "Shows the text of a document.").action(
    start({}, async (cli, _options, id) => {
      const params = { documentId: readId(DocumentId, "document", id) };
      await using link = await connect(cli);
      const document = await link.client.getDocument({ params });
      cli.print(document, () => document.markdown);
    }),
  );

  addCommand(doc, "files <project>", "Lists every file of a project's tree.").action(
    start({}, async (cli, _options, id) => {
      const params = { projectId: readId(ProjectId, "project", id) };
      await using link = await connect(cli);
      const files = await link.client.listProjectFiles({ params });
      cli.print(files, () =>
        table(
          ["bytes", "path"],
          files.items.map((file) => [String(file.bytes), file.path]),
        ),
      );
    }),
  );

  addCommand(doc, "open <project> <path>", "Shows one file of a project's tree, wherever the tree is.").action(
    start({}, async (cli, _options, id, path = "") => {
      const params = { projectId: readId(ProjectId, "project", id) };
      await using link = await connect(cli);
      const file = await link.client.readProjectFile({ params, query: { path } });
      cli.print(file, () => file.text);
    }),
  );
}
