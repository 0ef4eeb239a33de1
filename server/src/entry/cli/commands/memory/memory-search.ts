import { type Client, type MemoryHit, MemoryKind, type ProjectId } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand } from "../../add-command.ts";
import { connect } from "../../connect/connect.ts";
import { readRef } from "../../input/read-ref.ts";
import type { Start } from "../../start-command.ts";

export function memorySearchCommand(memory: Command, start: Start): void {
  addCommand(memory, "search <question...>", "Searches for passages, best first.")
    .option("--project <project>", "only this project")
    .option("--session <session>", "only this session")
    .option("--document <document>", "only this document")
    .option("--conversation <id>", "only this conversation")
    .option("--source <name>", "only this source, such as file:notes.md")
    .option("--kind <kind>", "only this kind: document, turn, file or text")
    .option("--since <date>", "on or after this day")
    .option("--until <date>", "before this day")
    .option("--diverse", "leave out passages that repeat a better one")
    .option(
      "--around",
      "also search for passages that say something new or unusual about the topic, or that contradict it",
    )
    .option("--method <method>", "bm25, window, vectors or fusion", "fusion")
    .option("--limit <n>", "how many to show, at most 100", "10")
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
        const isInOne = refs.project ?? refs.session ?? refs.document;
        const folders = isInOne || cli.json ? undefined : await foldersOf(link.client, found.items);
        const passages = () =>
          found.items
            .map((hit) => describeHit(hit, hit.projectId ? folders?.get(hit.projectId) : undefined))
            .join("\n\n");
        cli.print(found, () => (found.items.length === 0 ? "Nothing found." : passages()), { verbatim: true });
      }),
    );
}

/** The projects' folder names, which are shown instead of ids. */
async function foldersOf(client: Client, hits: readonly MemoryHit[]): Promise<Map<ProjectId, string>> {
  const found = new Map<ProjectId, string>();
  for (const projectId of new Set(hits.flatMap((hit) => hit.projectId ?? []))) {
    found.set(projectId, (await client.getProject({ params: { projectId } })).slug);
  }
  return found;
}

/** A date without a time means the beginning of that day (UTC). */
export const moment = z
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

/** Describes a passage with its score and location, and with its project's folder if several projects were searched. */
export function describeHit(hit: MemoryHit, folder?: string): string {
  const project = folder === undefined ? "" : `${folder}: `;
  const place = `${project}${nameOf(hit)}${hit.ref ? ` ${hit.ref}` : ""}, characters ${hit.start}–${hit.end}`;
  const context = hit.context ? `${hit.context.replaceAll("\n", " › ")}\n` : "";
  return `${hit.score.toFixed(2)}  ${place}\n${context}${hit.text}`;
}

/**
 * Names a document by its title, the end of its id (which `doc show` accepts) and its path, and any other source by its
 * name.
 */
const nameOf = ({ source, documentId, title, path }: MemoryHit): string =>
  documentId && title !== null ? `${title} (${documentId.slice(-8)}) ${path}` : source;
