import type { ConversationImport, ProjectId } from "@dialectic/contract";
import { getModel, type ModelSettings } from "#models";
import { AppError, type Clock, type UserDb } from "#platform";
import { groupMessages } from "./group-messages.ts";
import * as store from "./import.store.ts";
import { readChat } from "./read-chat.ts";

type Input = { projectId?: ProjectId | undefined; model: string; dryRun: boolean; conversations: readonly unknown[] };

/** The error recorded for an imported exchange that has no answer. */
export const unanswered = { code: "run_cancelled", message: "The imported chat has no answer to this request." };

/**
 * Adds chats from other programs as conversations, each in its own transaction. An unreadable chat does not affect the
 * others, and a chat that was imported before is skipped. No model is called and nothing is charged: memory indexes the
 * exchanges, but no facts are extracted from them.
 */
export async function importConversations(
  ctx: { db: UserDb; clock: Clock; models: ModelSettings },
  { projectId, model, dryRun, conversations }: Input,
): Promise<ConversationImport> {
  await getModel(ctx, { id: model });
  if (projectId && !(await ctx.db.tx((db) => store.hasProject(db, projectId), { single: true }))) {
    throw new AppError("not_found", `There is no project ${projectId}.`, { remedies: [{ do: "see-projects" }] });
  }
  const done: ConversationImport = {
    dryRun,
    ...{ imported: 0, known: 0, exchanges: 0, withoutAnswer: 0, messages: 0, strays: 0 },
    refused: [],
  };
  const read = conversations.map(readChat);
  const sources = read.flatMap((one) => (one.ok ? [one.chat.source] : []));
  const known = await ctx.db.tx((db) => store.selectImported(db, sources), { single: true });
  for (const [index, one] of read.entries()) {
    if (!one.ok) {
      done.refused.push({ index, title: one.title, reason: one.reason });
      continue;
    }
    const { source, title } = one.chat;
    const { groups, strays } = groupMessages(one.chat, ctx.clock.now());
    if (groups.length === 0) {
      done.refused.push({ index, title, reason: "It has no message of yours." });
      continue;
    }
    const row = { source, title, projectId: projectId ?? null, model, groups, error: unanswered };
    const isNew = !known.has(source) && (dryRun || (await ctx.db.tx((db) => store.insertImported(db, row))));
    known.add(source);
    if (!isNew) {
      done.known += 1;
      continue;
    }
    done.imported += 1;
    done.exchanges += groups.length;
    done.withoutAnswer += groups.filter(({ answer }) => answer === null).length;
    done.messages += groups.reduce((sum, { messages }) => sum + messages.length, 0);
    done.strays += strays;
  }
  return done;
}
