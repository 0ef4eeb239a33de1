import type { DocumentId } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand } from "../add-command.ts";
import { connect } from "../connect.ts";
import { describeDocuments } from "../describe-documents.ts";
import { readRef } from "../read-ref.ts";
import type { Start } from "../start-command.ts";
import { subjectsOf } from "../subjects-of.ts";

const options = {
  stage: z.string().optional(),
  kind: z.enum(["whole", "artifact"]).optional(),
  all: z.boolean().default(false),
};

export function docListCommand(doc: Command, start: Start): void {
  addCommand(doc, "list <session>", "Lists a session's documents, stage by stage, in the order they were made.")
    .option("--stage <stage>", "of one stage only")
    .option("--kind <kind>", "whole or artifact")
    .option("--all", "also those that only went into others (with --json they are always there)")
    .action(
      start(options, async (cli, { all, ...query }, id) => {
        const ref = readRef("session", id);
        await using link = await connect(cli);
        const params = { sessionId: await ref(link.client) };
        const open = (documentId: DocumentId) => link.client.getDocument({ params: { documentId } });
        const documents = await link.client.listDocuments({ params, query });
        const shown = all ? documents.items : documents.items.filter((one) => !one.intermediate);
        const subjects = cli.json ? undefined : await subjectsOf(shown, open);
        cli.print(documents, () => describeDocuments(shown, subjects));
        const hidden = documents.items.length - shown.length;
        if (hidden > 0 && !cli.json) cli.say(`Not shown: ${hidden} that only went into others. Add --all to see them.`);
      }),
    );
}
