import { statSync } from "node:fs";
import { type IndexedMemory, type MemoryHit, MemoryKind, MemoryLanguage } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand, addNoun } from "../add-command.ts";
import { connect } from "../connect.ts";
import { readRef } from "../read-ref.ts";
import { readText } from "../read-text.ts";
import type { Start } from "../start-command.ts";
import { table } from "../table.ts";

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

  addCommand(memory, "search <question>", "Finds passages, best first.")
    .option("--project <project>", "in one project only")
    .option("--session <session>", "in one session only")
    .option("--document <document>", "in one document only")
    .option("--conversation <id>", "in one conversation only")
    .option("--source <name>", "in one source only, such as file:notes.md")
    .option("--kind <kind>", "of one kind only: document, turn, file or text")
    .option("--since <date>", "from this day on")
    .option("--until <date>", "before this day")
    .option("--diverse", "leave out what only repeats a better passage")
    .option("--around", "also look for what is new or unusual in the matter, and what stands against it")
    .option("--method <method>", "bm25, window, vectors or fusion", "fusion")
    .option("--limit <n>", "how many, 100 at most", "10")
    .action(
      start(SearchOptions.shape, async (cli, options, question = "") => {
        const refs = {
          project: options.project === undefined ? undefined : readRef("project", options.project),
          session: options.session === undefined ? undefined : readRef("session", options.session),
          document: options.document === undefined ? undefined : readRef("document", options.document),
        };
        const { kind, conversation, source, since, until, diverse, around, method, limit } = options;
        await using link = await connect(cli);
        const found = await link.client.searchMemory({
          body: {
            questions: [question],
            project: await refs.project?.(link.client),
            session: await refs.session?.(link.client),
            document: await refs.document?.(link.client),
            ...{ conversation, source, since, until, diverse, around, method, limit },
            kinds: kind === undefined ? undefined : [kind],
          },
        });
        cli.print(found, () => (found.items.length === 0 ? "Nothing found." : found.items.map(describe).join("\n\n")), {
          verbatim: true,
        });
      }),
    );

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

/** A day is the beginning of that day. */
const moment = z
  .union([z.iso.date().transform((day) => `${day}T00:00:00Z`), z.iso.datetime({ offset: true })])
  .describe("a day, such as 2026-05-04");

const SearchOptions = z.object({
  project: z.string().optional(),
  session: z.string().optional(),
  document: z.string().optional(),
  conversation: z.uuid().optional(),
  source: z.string().optional(),
  kind: MemoryKind.optional(),
  since: moment.optional(),
  until: moment.optional(),
  diverse: z.boolean().default(false),
  around: z.boolean().default(false),
  method: z.enum(["bm25", "window", "vectors", "fusion"]).default("fusion"),
  limit: z.coerce.number().int().default(10),
});

type Print = (result: unknown, text: () => string) => void;

function printIndexed(print: Print, indexed: { items: IndexedMemory[] }): void {
  print(indexed, () =>
    table(
      ["passages", "source", ""],
      indexed.items.map((one) => [String(one.chunks), one.source, one.unchanged ? "was there already" : ""]),
    ),
  );
}

function describe(hit: MemoryHit): string {
  const place = `${hit.source}${hit.ref ? ` ${hit.ref}` : ""}, ${hit.start}–${hit.end}`;
  const context = hit.context ? `${hit.context.replaceAll("\n", " › ")}\n` : "";
  return `${hit.score.toFixed(2)}  ${place}\n${context}${hit.text}`;
}
