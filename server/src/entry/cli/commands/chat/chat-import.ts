import { stat } from "node:fs/promises";
import type { Client, ConversationImport, ProjectId } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError, isTooDeep } from "#platform";
import { addCommand } from "../../add-command.ts";
import type { Cli } from "../../cli.ts";
import { connect } from "../../connect/connect.ts";
import { readRef } from "../../input/read-ref.ts";
import { readText } from "../../input/read-text.ts";
import { commandFor } from "../../output/command-for.ts";
import { printable } from "../../output/printable.ts";
import type { Start } from "../../start-command.ts";

const usualModel = "rehearsal/atlas";
const mostBytes = 256 * 2 ** 20;
/** Limits of one request: the number of conversations, and their size in UTF-8. The API accepts 16 MB. */
const mostInRequest = 500;
const mostBytesInRequest = 12 * 2 ** 20;

export function chatImportCommand(program: Command, start: Start): void {
  addCommand(
    program,
    "chat-import <file>",
    "Imports chats: the conversations.json of a ChatGPT or Claude export, a chat-export, or single messages as JSON lines. Importing the same file again adds nothing.",
  )
    .option("--project <project>", "the project that the conversations are about (default: none)")
    .option("--model <model>", `the model that continues the conversations (default: ${usualModel})`)
    .option("--dry-run", "only count what would be imported")
    .action(
      start(
        {
          project: z.string().optional(),
          model: z.string().default(usualModel),
          dryRun: z.boolean().default(false),
        },
        async (cli, { project, model, dryRun }, file = "") => {
          const ref = project === undefined ? undefined : readRef("project", project);
          const found = await readChats(file);
          await using link = await connect(cli);
          const projectId = await ref?.(link.client);
          if ("messages" in found) {
            const imported = await sendMessages(link.client, found.messages, { projectId, model, dryRun });
            return cli.print(imported, () => describeMessages(cli, imported));
          }
          const { conversations } = found;
          const done = await sendAll(link.client, conversations, { projectId, model, dryRun });
          cli.print(done, () => describeImport(done));
        },
      ),
    );
}

/** Reads conversations from JSON, or single messages from JSON lines, each with a role. */
async function readChats(file: string): Promise<{ conversations: unknown[] } | { messages: unknown[] }> {
  const found = file === "-" ? null : await stat(file).catch(() => null);
  if (found && found.size > mostBytes) {
    throw new AppError("unreadable_file", `The file ${file} is larger than ${mostBytes / 2 ** 20} MB. Split it first.`);
  }
  const { text, what } = await readText(file);
  const lines = readLines(text);
  if (lines) return { messages: lines };
  const hint = "Unpack the export and give its conversations.json.";
  const parsed = z.union([z.array(z.unknown()).min(1), z.object({}).loose()]).safeParse(parseJson(text));
  if (!parsed.success) throw new AppError("unreadable_file", `${what} is not a list of conversations in JSON. ${hint}`);
  return { conversations: Array.isArray(parsed.data) ? parsed.data : [parsed.data] };
}

/**
 * Returns one entry per line, or null if the text is not JSON lines of messages. An invalid line stays in the list, so that
 * it is refused later with its line number.
 */
function readLines(text: string): unknown[] | null {
  const [first = "", ...others] = text.split("\n");
  const message = z.object({ role: z.string(), content: z.unknown() }).safeParse(parseJson(first));
  if (!message.success) return null;
  return [first, ...others].map((line) => (line.trim() === "" ? null : (parseJson(line) ?? line)));
}

/** Sends messages in the order of the file, because a message is identified by its position in its conversation. */
async function sendMessages(client: Client, lines: readonly unknown[], { dryRun, ...target }: Target) {
  const total = { dryRun, imported: 0, known: 0, conversations: 0, refused: [] as { index: number; reason: string }[] };
  const places = new Map<unknown, number>();
  let batch: { line: number; message: unknown; bytes: number }[] = [];
  const send = async () => {
    if (batch.length === 0) return;
    const messages = batch.map(({ message }) => message);
    const done = await client.importMessages({ body: { ...target, dryRun, messages } });
    for (const key of ["imported", "known", "conversations"] as const) total[key] += done[key];
    total.refused.push(...done.refused.map((one) => ({ ...one, index: batch[one.index]?.line ?? 0 })));
    batch = [];
  };
  for (const [line, value] of lines.entries()) {
    if (value === null) continue;
    const given = typeof value === "object" ? { conversation: "Imported messages", ...value } : { conversation: "" };
    const place = places.get(given.conversation) ?? 0;
    places.set(given.conversation, place + 1);
    const message = typeof value === "object" ? { ...given, place } : value;
    const size = measure(message);
    if ("reason" in size) {
      total.refused.push({ index: line, reason: size.reason });
      continue;
    }
    const { bytes } = size;
    const waiting = batch.reduce((sum, one) => sum + one.bytes, bytes);
    if (batch.length === mostInRequest || waiting > mostBytesInRequest) await send();
    batch.push({ line, message, bytes });
  }
  await send();
  total.refused.sort((a, b) => a.index - b.index);
  return total;
}

function describeMessages(cli: Cli, done: Awaited<ReturnType<typeof sendMessages>>): string {
  const { dryRun, imported, known, conversations, refused } = done;
  return [
    `${dryRun ? "Would import" : "Imported"} messages: ${imported}, in ${conversations} new conversations.`,
    ...(known > 0 ? [`Imported before, and left as they are: ${known}.`] : []),
    ...(refused.length > 0 ? [`Not imported: ${refused.length}.`] : []),
    ...refused.map(({ index, reason }) => `  line ${index + 1}: ${printable(reason)}`),
    ...(dryRun ? [] : [`Group them into exchanges with: ${commandFor(cli.config, "migrate-exchanges")}`]),
  ].join("\n");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the caller reports that this is not a list of conversations
  }
}

/** The size of a value in a request, or the reason why no request can contain it. */
function measure(value: unknown): { bytes: number } | { reason: string } {
  let json: string;
  try {
    json = JSON.stringify(value);
  } catch {
    return { reason: tooDeep }; // the stack is too small for this nesting
  }
  if (isTooDeep(json)) return { reason: tooDeep };
  const bytes = Buffer.byteLength(json);
  return bytes > mostBytesInRequest ? { reason: `It is larger than ${mostBytesInRequest / 2 ** 20} MB.` } : { bytes };
}

const tooDeep = "It is nested too deeply.";

type Batch = { first: number; conversations: unknown[]; bytes: number };
type Target = { projectId: ProjectId | undefined; model: string; dryRun: boolean };

/**
 * Sends the conversations in several requests. After an interruption the command can be run again: it skips the
 * conversations that were already imported.
 */
async function sendAll(client: Client, conversations: readonly unknown[], target: Target): Promise<ConversationImport> {
  const total: ConversationImport = {
    dryRun: target.dryRun,
    ...{ imported: 0, known: 0, exchanges: 0, withoutAnswer: 0, messages: 0, strays: 0 },
    refused: [],
  };
  const batches: Batch[] = [];
  for (const [index, conversation] of conversations.entries()) {
    const size = measure(conversation);
    if ("reason" in size) {
      total.refused.push({ index, title: null, reason: size.reason });
      batches.push({ first: index + 1, conversations: [], bytes: 0 });
      continue;
    }
    const { bytes } = size;
    let batch = batches.at(-1);
    if (!batch || batch.conversations.length === mostInRequest || batch.bytes + bytes > mostBytesInRequest) {
      batch = { first: index, conversations: [], bytes: 0 };
      batches.push(batch);
    }
    batch.conversations.push(conversation);
    batch.bytes += bytes;
  }
  for (const batch of batches.filter((one) => one.conversations.length > 0)) {
    const done = await client.importConversations({ body: { ...target, conversations: batch.conversations } });
    for (const key of ["imported", "known", "exchanges", "withoutAnswer", "messages", "strays"] as const) {
      total[key] += done[key];
    }
    total.refused.push(...done.refused.map((one) => ({ ...one, index: batch.first + one.index })));
  }
  total.refused.sort((a, b) => a.index - b.index);
  return total;
}

function describeImport(done: ConversationImport): string {
  const { dryRun, imported, known, exchanges, withoutAnswer, messages, strays, refused } = done;
  return [
    `${dryRun ? "Would import" : "Imported"} conversations: ${imported}, with ${exchanges} exchanges (${withoutAnswer} without an answer) and ${messages} messages.`,
    ...(known > 0 ? [`Imported before, and left as they are: ${known}.`] : []),
    ...(strays > 0 ? [`Messages before the first request of a conversation, left out: ${strays}.`] : []),
    ...(refused.length > 0 ? [`Not imported: ${refused.length}.`] : []),
    ...refused.map(
      ({ index, title, reason }) => `  ${index + 1}. ${title ? `"${printable(title)}": ` : ""}${printable(reason)}`,
    ),
  ].join("\n");
}
