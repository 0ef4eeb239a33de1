import { FactKeyInfo, FactNote, FactNoteId } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand } from "../../add-command.ts";
import { connect } from "../../connect/connect.ts";
import { inProject, readValue } from "../../input/in-project.ts";
import { describeAction, describeKeys, describeNotes } from "../../output/texts/describe-facts.ts";
import type { Start } from "../../start-command.ts";

const types = FactKeyInfo.shape.type;
const definition = {
  type: types.default("string"),
  unitFamily: z.string().optional(),
  options: z.string().optional(),
  list: z.boolean().default(false),
  highRisk: z.boolean().default(false),
};
const withDefinition = (command: Command): Command =>
  command
    .option("--type <type>", `${types.options.join(", ")} (default: string)`)
    .option("--unit-family <family>", "for a dimension: length, area, mass, duration …")
    .option("--options <values>", "for an enum: its values, separated by semicolons")
    .option("--list", "the key may have several values")
    .option("--high-risk", "facts under the key always wait for your decision");

function keyOf(key: string, label: string, given: z.output<z.ZodObject<typeof definition>>) {
  const options = given.options?.split(";").map((name): [string, string[]] => [name.trim(), []]);
  return {
    key,
    label,
    type: given.type,
    ...(given.unitFamily === undefined ? {} : { unit_family: given.unitFamily }),
    ...(options === undefined ? {} : { options: Object.fromEntries(options) }),
    list: given.list,
    risk: given.highRisk ? ("high" as const) : ("normal" as const),
  };
}

/** Commands about the keys of facts, and about statements that did not become facts. */
export function factKeysCommands(facts: Command, start: Start): void {
  addCommand(facts, "keys <project>", "Lists the keys that facts may have, with the type of their values.")
    .option("--search <words>", "only keys with all of these words in the key or the label")
    .action(
      start({ search: z.string().default("") }, async (cli, { search }, typed) => {
        await inProject(cli, typed, async (client, projectId) => {
          const { items } = await client.listFactKeys({ params: { projectId } });
          const words = search.toLowerCase().split(/\s+/);
          const found = items.filter(({ key, label }) =>
            words.every((word) => `${key} ${label}`.toLowerCase().includes(word)),
          );
          cli.print({ items: found }, () => describeKeys(found));
        });
      }),
    );

  withDefinition(
    addCommand(
      facts,
      "add-key <project> <key> <label>",
      "Adds a key to the project. Example: add-key garden project.summary.mood Mood.",
    ),
  ).action(
    start(definition, async (cli, given, typed, key = "", label = "") => {
      await inProject(cli, typed, async (client, projectId) => {
        const made = await client.addFactKey({ params: { projectId }, body: keyOf(key, label, given) });
        cli.print(made, () => describeKeys([made]));
      });
    }),
  );

  addCommand(facts, "notes <project>", "Lists statements that did not become facts, with the reason, newest first.")
    .option("--kind <kind>", `only ${FactNote.shape.kind.options.join(" or ")}`)
    .action(
      start({ kind: FactNote.shape.kind.optional() }, async (cli, { kind }, typed) => {
        await inProject(cli, typed, async (client, projectId) => {
          const found = await client.listFactNotes({ params: { projectId }, query: { ...(kind ? { kind } : {}) } });
          cli.print(found, () => describeNotes(found.items));
        });
      }),
    );

  withDefinition(
    addCommand(
      facts,
      "promote <note> <key> <label>",
      "Adds a key for an unmapped statement, and records the statement as a fact under this key.",
    ),
  )
    .option("--value <value>", "the value, if it is not the one that the extractor read")
    .action(
      start(
        { ...definition, value: z.string().optional() },
        async (cli, { value, ...given }, typed, key = "", label = "") => {
          const noteId = FactNoteId.safeParse(typed);
          if (!noteId.success)
            throw new AppError(
              "invalid_input",
              `"${typed}" is not the id of a note: "dialectic facts notes PROJECT" shows them.`,
            );
          await using link = await connect(cli);
          const body = { key: keyOf(key, label, given), ...(value === undefined ? {} : { value: readValue(value) }) };
          const done = await link.client.promoteNote({ params: { noteId: noteId.data }, body });
          cli.print(done, () => describeAction(done));
        },
      ),
    );
}
