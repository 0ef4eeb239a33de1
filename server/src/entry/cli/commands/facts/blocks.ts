import { LedgerRecordId } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand } from "../../add-command.ts";
import { connect } from "../../connect/connect.ts";
import { inProject } from "../../input/in-project.ts";
import { describeEnrichment, describeRecord } from "../../output/texts/describe-questions.ts";
import type { Start } from "../../start-command.ts";

/** Commands about knowledge blocks: accepted facts by subject, and the records that people and models add. */
export function blocksCommands(program: Command, start: Start): void {
  const blocks = addCommand(
    program,
    "blocks",
    "The knowledge blocks of a project: what is known about it, by subject.",
  );

  addCommand(blocks, "show <project>", "Shows the blocks as Markdown.", { isDefault: true }).action(
    start({}, async (cli, _options, typed) => {
      await inProject(cli, typed, async (client, projectId) => {
        const found = await client.getBlocks({ params: { projectId } });
        cli.print(found, () => found.markdown.trimEnd());
      });
    }),
  );

  const kinds = [
    ["note", "Adds a note to a block, such as project.budget."],
    ["ask", "Adds a question to a block."],
    ["decide", "Adds a decision to a block."],
  ] as const;
  for (const [verb, about] of kinds) {
    addCommand(blocks, `${verb} <project> <block> <text...>`, about)
      .option("--item <item>", "for a block of an item (item.dimensions): the item, by name or id")
      .option("--key <key>", "for a question: the key that its answer fills")
      .option("--if-revision <n>", "refuse if the block has changed since this revision")
      .action(
        start(
          {
            item: z.string().optional(),
            key: z.string().optional(),
            ifRevision: z.coerce.number().int().min(0).optional(),
          },
          async (cli, { item, key, ifRevision }, typed, block = "", text = "") => {
            await inProject(cli, typed, async (client, projectId) => {
              const kind = ({ note: "note", ask: "question", decide: "decision" } as const)[verb];
              const found =
                item === undefined ? undefined : await client.findItem({ params: { projectId, name: item } });
              const body = {
                kind,
                block,
                text,
                ...(found ? { itemId: found.id } : {}),
                ...(key ? { key } : {}),
                ...(ifRevision === undefined ? {} : { ifRevision }),
              };
              const record = await client.addRecord({ params: { projectId }, body });
              cli.print(record, () => describeRecord(record));
            });
          },
        ),
      );
  }

  const acts = [
    ["resolve", "Resolves a question, or accepts a suggestion, which becomes a fact set by hand."],
    ["reopen", "Reopens a question."],
    ["remove", "Removes a note, question, suggestion or decision."],
  ] as const;
  for (const [act, about] of acts) {
    addCommand(blocks, `${act} <record>`, about)
      .option("--reason <text>", "why")
      .action(
        start({ reason: z.string().optional() }, async (cli, { reason }, typed = "") => {
          const recordId = LedgerRecordId.safeParse(typed);
          if (!recordId.success)
            throw new AppError(
              "invalid_input",
              `"${typed}" is not the id of a record: "dialectic blocks show PROJECT --json" lists them.`,
            );
          await using link = await connect(cli);
          const body = { act, ...(reason ? { reason } : {}) };
          const record = await link.client.changeRecord({ params: { recordId: recordId.data }, body });
          cli.print(record, () => describeRecord(record));
        }),
      );
  }

  addCommand(
    blocks,
    "enrich <project>",
    "Has the project's extractor add questions and suggestions: one paid call.",
  ).action(
    start({}, async (cli, _options, typed) => {
      await inProject(cli, typed, async (client, projectId) => {
        const made = await client.enrichBlocks({ params: { projectId } });
        cli.print(made, () => describeEnrichment(made));
      });
    }),
  );

  addCommand(
    blocks,
    "enrichments <project>",
    "Lists the calls that enriched the blocks, with the additions that were refused.",
  ).action(
    start({}, async (cli, _options, typed) => {
      await inProject(cli, typed, async (client, projectId) => {
        const found = await client.listEnrichments({ params: { projectId } });
        cli.print(
          found,
          () => found.items.map(describeEnrichment).join("\n") || "The blocks have not been enriched yet.",
        );
      });
    }),
  );
}
