import { longestMessage, type MessageImport, type ProjectId } from "@dialectic/contract";
import { z } from "zod";
import { getModel, type ModelSettings } from "#models";
import { AppError, type UserDb } from "#platform";
import { hasProject } from "../import/import.store.ts";
import { At } from "../import/read-chat.ts";
import { storable } from "../run/storable.ts";
import * as store from "./ungrouped.store.ts";

const Line = z.object({
  conversation: z.string().min(1).max(200).transform(storable),
  /** The message's position in its conversation. Importing a message with the same position again adds nothing. */
  place: z.int().min(0).max(10_000_000),
  role: z.enum(["user", "assistant", "tool"]),
  content: z.string().max(longestMessage).transform(storable),
  at: At.optional(),
  tool: z.string().max(200).transform(storable).nullish(),
  inputTokens: z.int().min(0).max(1e9).nullish(),
  outputTokens: z.int().min(0).max(1e9).nullish(),
});

type Input = { projectId?: ProjectId | undefined; model: string; dryRun: boolean; messages: readonly unknown[] };

/**
 * Adds single messages to the conversations that they name, creating these if needed. Because a conversation may arrive
 * in several requests, the messages belong to no exchange, and no prompt contains them, until `migrateExchanges` groups
 * them.
 */
export async function importMessages(
  ctx: { db: UserDb; models: ModelSettings },
  { projectId, model, dryRun, messages }: Input,
): Promise<MessageImport> {
  await getModel(ctx, { id: model });
  if (projectId && !(await ctx.db.tx((db) => hasProject(db, projectId), { single: true }))) {
    throw new AppError("not_found", `There is no project ${projectId}.`, { remedies: [{ do: "see-projects" }] });
  }
  const refused: MessageImport["refused"] = [];
  const read = messages.flatMap((value, index) => {
    const parsed = Line.safeParse(value);
    if (parsed.success && (parsed.data.role !== "user" || parsed.data.content.trim() !== "")) return [parsed.data];
    const issue = parsed.error?.issues[0];
    const reason = issue ? `${issue.path.join(".") || "the line"}: ${issue.message}` : "content: it is empty";
    refused.push({ index, reason });
    return [];
  });
  const done: MessageImport = { dryRun, imported: 0, known: 0, conversations: 0, refused };
  for (const [name, own] of Map.groupBy(read, ({ conversation }) => conversation)) {
    const row = { source: `messages:${name}`, title: name.replace(/\s+/g, " ").trim() || "Imported conversation" };
    const added = await ctx.db.tx((db) =>
      dryRun
        ? store.countNew(db, { source: row.source, messages: own })
        : store.insertUngrouped(db, { ...row, projectId: projectId ?? null, model, messages: own }),
    );
    done.imported += added.messages;
    done.known += own.length - added.messages;
    done.conversations += added.isNew ? 1 : 0;
  }
  return done;
}
