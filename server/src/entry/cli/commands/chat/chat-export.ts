import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Conversation, ConversationId } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand } from "../../add-command.ts";
import { type ExportForm, exportConversations } from "../../chat/export-conversations.ts";
import { connect, type Link } from "../../connect/connect.ts";
import { readRef } from "../../input/read-ref.ts";
import { readPage } from "../../output/list-pages.ts";
import { writeWhole } from "../../output/write-whole.ts";
import type { Start } from "../../start-command.ts";

export function chatExportCommand(program: Command, start: Start): void {
  addCommand(
    program,
    "chat-export <file>",
    "Exports conversations as JSON, which chat-import can read, or as Markdown to a .md file. “-” writes to stdout.",
  )
    .option("--conversation <id>", "only this conversation")
    .option("--project <project>", "only conversations about this project")
    .option("--markdown", "write Markdown, regardless of the file's name")
    .action(
      start(
        {
          conversation: ConversationId.optional(),
          project: z.string().optional(),
          markdown: z.boolean().default(false),
        },
        async (cli, { conversation, project, markdown }, file = "") => {
          const ref = project === undefined ? undefined : readRef("project", project);
          if (file === "-" && cli.json)
            throw new AppError(
              "invalid_input",
              "Both “-” and --json write to stdout. Give a file name instead of “-”.",
            );
          await using link = await connect(cli);
          const projectId = await ref?.(link.client);
          const chosen = conversation
            ? [await link.client.getConversation({ params: { conversationId: conversation } })]
            : await readPage({ limit: Number.POSITIVE_INFINITY }, (query) =>
                link.client.listConversations({ query: { ...query, project: projectId } }),
              ).then(({ items }) => items);
          const form = markdown ? "markdown" : formOf(file);
          if (file === "-")
            return pipeline(exportConversations(link.client, chosen, form), process.stdout, { end: false });
          const saved = await saveConversations(link, { file, conversations: chosen, form });
          cli.print(saved, () => `Wrote ${saved.conversations} conversations to ${saved.file}.`);
        },
      ),
    );
}

export const formOf = (file: string): ExportForm => (/\.(md|markdown)$/i.test(file) ? "markdown" : "json");

/** Throws if the file already exists. */
export async function saveConversations(
  link: Link,
  { file, conversations, form }: { file: string; conversations: readonly Conversation[]; form: ExportForm },
): Promise<{ file: string; conversations: number; bytes: number }> {
  const path = resolve(file);
  if (await stat(path).catch(() => null))
    throw new AppError(
      "conflict",
      `The file ${file} exists, and an export of chats never replaces a file. Give another name.`,
    );
  const body = exportConversations(link.client, conversations, form);
  const bytes = await writeWhole(path, body, { what: "The export", option: "The file" });
  return { file: path, conversations: conversations.length, bytes };
}
