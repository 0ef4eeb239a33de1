import { statSync } from "node:fs";
import { type IndexedMemory, MemoryLanguage } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand, addNoun } from "../../add-command.ts";
import { connect } from "../../connect/connect.ts";
import { readRef } from "../../input/read-ref.ts";
import { readText } from "../../input/read-text.ts";
import { table } from "../../output/table.ts";
import type { Start } from "../../start-command.ts";
import { memorySearchCommand, moment } from "./memory-search.ts";

export function memoryCommands(program: Command, start: Start): void {
  const memory = addNoun(program, "memory", "Memory: search a project's texts by words and by meaning.");

  addCommand(
    memory,
    "index <project> [file]",
    "Indexes a file (“-” reads stdin), or the project's brief and documents.",
  )
    .option(
      "--name <name>",
      "name of the source; an existing source with this name is replaced (default: the file name)",
    )
    .option("--at <date>", "date of the text, such as 2026-05-04")
    .action(
      start({ name: z.string().optional(), at: moment.optional() }, async (cli, { name, at }, id, file) => {
        if (file === undefined && isFile(id)) throw new AppError("invalid_input", projectMissing(id));
        const ref = readRef("project", id);
        const read = file === undefined ? undefined : await readText(file);
        await using link = await connect(cli);
        const params = { projectId: await ref(link.client) };
        if (!read) return printIndexed(cli.print, await link.client.indexProject({ params }));
        const source = `file:${name ?? read.name ?? "stdin"}`;
        const indexed = await link.client.indexMemory({ params, body: { source, text: read.text, at } });
        printIndexed(cli.print, { items: [indexed] });
      }),
    );

  memorySearchCommand(memory, start);

  addCommand(memory, "forget <project> <source>", "Removes a source from memory, such as file:notes.md.").action(
    start({}, async (cli, _options, id, source = "") => {
      const ref = readRef("project", id);
      await using link = await connect(cli);
      const params = { projectId: await ref(link.client) };
      const forgotten = await link.client.forgetMemory({ params, body: { source } });
      cli.print(forgotten, () => `Removed ${source} from memory.`);
    }),
  );

  addCommand(memory, "language <project> <language>", "Sets the language of a project's texts.").action(
    start({}, async (cli, _options, id, language = "") => {
      const ref = readRef("project", id);
      const known = MemoryLanguage.safeParse(language);
      if (!known.success) {
        throw new AppError(
          "invalid_input",
          `"${language}" is not a supported language. Use one of ${MemoryLanguage.options.join(", ")}.`,
        );
      }
      await using link = await connect(cli);
      const params = { projectId: await ref(link.client) };
      const set = await link.client.setMemoryLanguage({ params, body: { language: known.data } });
      cli.print(set, () => `The language is set to ${set.language}.`);
    }),
  );
}

const isFile = (path = ""): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

const projectMissing = (file = ""): string =>
  `The project comes first, as in "dialectic memory index <project> ${file}". Run "dialectic project list" to list the projects.`;

function describeResult({ unchanged, replaced }: IndexedMemory): string {
  if (unchanged) return "unchanged";
  return replaced > 0 ? `replaced ${replaced} ${replaced === 1 ? "passage" : "passages"}` : "";
}

type Print = (result: unknown, text: () => string) => void;

function printIndexed(print: Print, indexed: { items: IndexedMemory[] }): void {
  print(indexed, () =>
    table(
      ["passages", "source", ""],
      indexed.items.map((one) => [String(one.passages), one.source, describeResult(one)]),
    ),
  );
}
