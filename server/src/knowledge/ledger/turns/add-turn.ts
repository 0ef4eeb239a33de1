import type { BundleId, ProjectId, SessionId, UserId, WorkStage } from "@dialectic/contract";
import { AppError, newId, sha256, type Tx } from "#platform";
import { type BundleAnswer, type BundleQuestion, buildBundle } from "../bundle/build-bundle.ts";
import type { FindItems, MentionedItem } from "../ctx.ts";
import { subjectsById } from "../ledger.store.ts";
import * as store from "./bundles.store.ts";

/** The texts of one turn. At least one is not empty. */
export type Turn = {
  projectId: ProjectId;
  sessionId: SessionId | null;
  /** The client's idempotency key for the turn. A turn that is sent twice is stored once. */
  turnKey: string;
  sourceIds: readonly string[];
  workStage: WorkStage;
  /** The items that the person selected. Those that the texts mention are found when the turn is stored. */
  itemIds: readonly string[];
  questions: readonly BundleQuestion[];
  answers: readonly BundleAnswer[];
  /** The person's text. */
  chat: string;
  /** The model's text. */
  agentOutput: string;
  takenAt: Date;
};

/**
 * The maximum length of a turn in UTF-16 units: more than the windows of most models hold. Documents are split into
 * much shorter turns.
 */
const maxTurnLength = 400_000;
/** A turn refers to at most this many items, because an extractor reads their ids and names with the turn. */
const mostItems = 50;

/**
 * Creates the bundle of a turn in the caller's transaction, which holds the ledger's lock. A repeated turn returns the
 * same bundle; another turn with the same key is refused.
 */
export async function addTurn(
  db: Tx,
  { ownerId, turn, findItems }: { ownerId: UserId; turn: Turn; findItems: FindItems | undefined },
): Promise<{ bundleId: BundleId; isNew: boolean }> {
  const { projectId, turnKey, takenAt, sessionId, sourceIds, ...said } = turn;
  const length = [...turn.answers.map(({ text }) => text), turn.chat, turn.agentOutput].join("").length;
  if (length > maxTurnLength) {
    throw new AppError(
      "invalid_input",
      `The turn has ${length} characters, and at most ${maxTurnLength} can be stored as one. Send it in parts.`,
    );
  }
  const contentSha256 = sha256(JSON.stringify(said));
  const before = await store.findTurn(db, { projectId, turnKey });
  if (before?.content_sha256 === contentSha256) return { bundleId: before.id, isNew: false };
  if (before) {
    throw new AppError(
      "conflict",
      `The turn "${turnKey}" was sent before with other content. Use another key for it.`,
      {
        details: { turnKey, bundleId: before.id },
      },
    );
  }
  const id = newId<BundleId>();
  const about = await itemsOf(db, { turn, findItems });
  const scope = about.length === 0 ? "project" : about.length === 1 ? "item" : "multiItem";
  const {
    text,
    sha256: hash,
    sections,
  } = buildBundle({
    ...said,
    bundleId: id,
    scope,
    items: about,
    selectedItemIds: said.itemIds,
    at: takenAt,
  });
  await store.insertBundle(db, {
    id,
    owner_id: ownerId,
    project_id: projectId,
    session_id: sessionId,
    turn_key: turnKey,
    content_sha256: contentSha256,
    source_type: sourceTypeOf(turn),
    source_ids: [...sourceIds],
    work_stage: said.workStage,
    scope,
    item_ids: about.map((item) => item.id),
    uncertain_items: about.flatMap((item) => (item.isUncertain ? [item.id] : [])),
    text,
    sha256: hash,
    sections,
    taken_at: takenAt,
  });
  return { bundleId: id, isNew: true };
}

/** The items that the person selected, then those that the texts mention, with their current names. */
async function itemsOf(db: Tx, { turn, findItems }: { turn: Turn; findItems: FindItems | undefined }) {
  const { projectId, itemIds, answers, chat, agentOutput } = turn;
  const text = [...answers.map((answer) => answer.text), chat, agentOutput].join("\n");
  const mentioned = (await findItems?.(db, { projectId, text })) ?? [];
  const selected = itemIds.map((id): MentionedItem => ({ id, isUncertain: false }));
  const all = [...selected, ...mentioned.filter(({ id }) => !itemIds.includes(id))].slice(0, mostItems);
  if (all.length === 0) return [];
  const found = await subjectsById(db, { projectId, ids: all.map(({ id }) => id) });
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return all.map((item) => ({ ...item, name: names.get(item.id) ?? item.id }));
}

/**
 * An exchange has the type chat, even if it contains the model's answer. Answers to questions together with other text
 * have the type mixed.
 */
function sourceTypeOf({ answers, chat, agentOutput }: Turn): string {
  if (answers.length > 0) return chat === "" && agentOutput === "" ? "structuredQuestions" : "mixed";
  if (chat !== "") return "chat";
  if (agentOutput !== "") return "generation";
  throw new AppError("invalid_input", "The turn is empty: it has no answer, no message and no document.");
}
