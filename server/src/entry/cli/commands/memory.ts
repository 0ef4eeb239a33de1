import { statSync } from "node:fs";
import { type IndexedMemory, MemoryLanguage } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand, addNoun } from "../add-command.ts";
import { connect } from "../connect/connect.ts";
import { readRef } from "../input/read-ref.ts";
import { readText } from "../input/read-text.ts";
import { table } from "../output/table.ts";
import type { Start } from "../start-command.ts";
import { memorySearchCommand, moment } from "./memory-search.ts";

export function memoryCommands(program: Command, start: Start): void {
  const memory = addNoun(program, "memory", "Memory: passages of texts, found by their words and by what they mean.");

  addCommand(
    memory,
    "index <project> [file]",
    "Indexes a file (- reads stdin), or else the project's brief and documents.",
  )
    .option("--name <name>", "what it is called: the same name again replaces it (else the file's name)")
    .option("--at <date>", "when it was written, such as 2026-05-04")
    .action(
      start({ name: z.string().optional(), at: moment.optional() }, async (cli, { name, at }, id, file) => {
        if (file === undefined && isFile(id)) throw new AppError("invalid_input", noProject(id));
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

  addCommand(memory, "forget <project> <source>", "Takes a source out of memory, such as file:notes.md.").action(
    start({}, async (cli, _options, id, source = "") => {
      const ref = readRef("project", id);
      await using link = await connect(cli);
      const params = { projectId: await ref(link.client) };
      const forgotten = await link.client.forgetMemory({ params, body: { source } });
      cli.print(forgotten, () => `${source} is forgotten.`);
    }),
  );

  addCommand(memory, "language <project> <language>", "Says in which language a project's texts are.").action(
    start({}, async (cli, _options, id, language = "") => {
      const ref = readRef("project", id);
      const known = MemoryLanguage.safeParse(language);
      if (!known.success) {
        throw new AppError(
          "invalid_input",
          `"${language}" is none of the languages ${MemoryLanguage.options.join(", ")}.`,
        );
      }
      await using link = await connect(cli);
      const params = { projectId: await ref(link.client) };
      const set = await link.client.setMemoryLanguage({ params, body: { language: known.data } });
      cli.print(set, () => `Words are reduced to their ${set.language} stems.`);
    }),
  );
}

const isFile = (path = ""): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

const noProject = (file = ""): string =>
  `The project comes first, as in "dialectic memory index <project> ${file}"; its folder name will do, and "dialectic project list" shows it.`;

function whatBecame({ unchanged, replaced }: IndexedMemory): string {
  if (unchanged) return "was there already";
  return replaced > 0 ? `replaces ${replaced} ${replaced === 1 ? "passage" : "passages"} of an earlier text` : "";
}

type Print = (result: unknown, text: () => string) => void;

function printIndexed(print: Print, indexed: { items: IndexedMemory[] }): void {
  print(indexed, () =>
    table(
      ["passages", "source", ""],
      indexed.items.map((one) => [String(one.chunks), one.source, whatBecame(one)]),
    ),
  );
}
