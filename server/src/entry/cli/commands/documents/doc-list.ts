import type { DocumentId } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand } from "../../add-command.ts";
import { connect } from "../../connect/connect.ts";
import { documentSubjects } from "../../input/document-subjects.ts";
import { readRef } from "../../input/read-ref.ts";
import { addPageOptions, pageOptions, readPage, sayNext } from "../../output/list-pages.ts";
import { describeEditedOnDisk, editedOnDisk } from "../../output/project-files.ts";
import { describeDocuments } from "../../output/texts/describe-documents.ts";
import type { Start } from "../../start-command.ts";

const usualLimit = 500;

const options = {
  ...pageOptions,
  stage: z.string().optional(),
  iteration: z.coerce.number().int().min(1).optional(),
  kind: z.enum(["whole", "artifact"]).optional(),
  all: z.boolean().default(false),
};

export function docListCommand(doc: Command, start: Start): void {
  addPageOptions(
    addCommand(doc, "list <session>", "Lists a session's documents by stage, in the order they were written."),
    { usual: usualLimit, searched: "in the title, the model, the stage or the id" },
  )
    .option("--stage <stage>", "only this stage")
    .option("--iteration <n>", "only this iteration")
    .option("--kind <kind>", "only this kind: whole or artifact")
    .option("--all", "include intermediate documents (always included with --json)")
    .action(
      start(options, async (cli, { all, search, limit, after, ...filter }, id) => {
        const ref = readRef("session", id);
        await using link = await connect(cli);
        const params = { sessionId: await ref(link.client) };
        const list = (query: { limit: number; after?: string | undefined; intermediate?: string }) =>
          link.client.listDocuments({ params, query: { search, ...filter, ...query } });
        const isWhole = all || cli.json;
        const page = await readPage({ limit: limit ?? usualLimit, after }, (part) =>
          list({ ...part, ...(!isWhole && { intermediate: "false" }) }),
        );
        const open = (documentId: DocumentId) => link.client.getDocument({ params: { documentId } });
        const subjects = cli.json ? undefined : await documentSubjects(page.items, open);
        const { projectId } = await link.client.getSession({ params });
        const edited = await editedOnDisk(cli, link.client, { id: params.sessionId, projectId });
        const editedFiles = edited.map(({ documentId, path }) => ({ documentId, path }));
        cli.print({ ...page, editedOnDisk: editedFiles }, () => describeDocuments(page.items, subjects));
        if (cli.json) return;
        const note = describeEditedOnDisk(cli, edited);
        if (note !== null) cli.say(note);
        const chosen = Object.entries(filter).flatMap(([name, value]) =>
          value === undefined ? [] : [`--${name} ${value}`],
        );
        const words = ["doc list", params.sessionId, ...chosen, ...(all ? ["--all"] : [])];
        sayNext(cli, page, { command: words.join(" "), search, limit });
        if (!isWhole && (await list({ limit: 1, intermediate: "true" })).items.length > 0)
          cli.say("Intermediate documents are not shown. Add --all to see them.");
      }),
    );
}
