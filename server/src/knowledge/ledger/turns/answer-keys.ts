import {
  type BundleId,
  LedgerRecordId,
  type ProjectId,
  type QuickAnswer,
  type SessionId,
  type TurnResult,
  type WorkStage,
} from "@dialectic/contract";
import { AppError, newId } from "#platform";
import { insertAnswer, requireQuestion } from "#review";
import type { SectionIndex } from "../bundle/sections.ts";
import type { LedgerCtx } from "../ctx.ts";
import { type LedgerChange, openChange } from "../facts/open-change.ts";
import { toFact } from "../facts/to-fact.ts";
import { insertImmediateRun, recordReading, requireOperations, requireRun, toRun } from "../parse/record-reading.ts";
import { queueRun } from "../parse/request-parse.ts";
import { runsOf } from "../parse/runs.store.ts";
import { findRecord, type RecordRow } from "../records/records.store.ts";
import { type FactKey, type Registry, unknownKey } from "../registry/registry.ts";
import { addTurn } from "./add-turn.ts";
import { insertKeyAnswers, readItemQuestion } from "./answers.store.ts";
import { type BundleRow, findBundle } from "./bundles.store.ts";
import { newestSession } from "./sources.store.ts";

export type KeyAnswer = {
  /** Give either `question` (an id from the question list) or `key` (a fact key). */
  question?: string | undefined;
  key?: string | undefined;
  itemId?: string | undefined;
  quick?: QuickAnswer | undefined;
  text: string;
};

/**
 * Records a set of answers to questions as one turn. An answer to a question about a key needs no model; it is checked
 * and reconciled like any other statement. IDK and IRRELEVANT state no value: they defer or close the question. If the
 * project has an extractor, it reads the rest: answers to questions without a key, and any further text (`chat`).
 */
export async function answerKeys(
  ctx: LedgerCtx,
  input: {
    projectId: ProjectId;
    sessionId?: SessionId | undefined;
    turnKey: string;
    workStage: WorkStage;
    answers: readonly KeyAnswer[];
    /** Any further text by the person. */
    chat?: string | undefined;
  },
): Promise<TurnResult> {
  const { projectId, turnKey, workStage, chat = "" } = input;
  return ctx.db.tx(async (db) => {
    const change = await openChange(db, { projectId, onFactsChanged: ctx.onFactsChanged });
    const asked: Asked[] = [];
    for (const answer of input.answers) asked.push(await findAsked(change, { ...input, answer }));
    const { bundleId, isNew } = await addTurn(db, {
      ownerId: change.ledger.owner_id,
      findItems: ctx.findItems,
      turn: {
        projectId,
        sessionId: input.sessionId ?? null,
        turnKey,
        sourceIds: asked.flatMap(({ document }) => document?.answerId ?? []),
        workStage,
        itemIds: [...new Set(asked.flatMap(({ itemId }) => itemId ?? []))],
        questions: asked.map(({ id, text }, index) => ({ id: idOf(id, index), text })),
        answers: asked.map(({ id, answer: { quick, text } }, index) => ({ questionId: idOf(id, index), quick, text })),
        chat,
        agentOutput: "",
        takenAt: ctx.clock.now(),
      },
    });
    if (!isNew) return repeated(db, bundleId);
    const bundle = await bundleOf(db, bundleId);
    await keepAnswers(change, { bundleId, asked });
    const runId = await insertImmediateRun(change, { bundle, source: "bound", forced: false });
    const answers = asked.map(({ answer }) => answer);
    const operations = asked.flatMap((one, index) => operationFor(one, placeOf(bundle, answers, index)));
    await recordReading(change, {
      bundle,
      runId,
      operations: requireOperations(operations, bundleId),
      raw: JSON.stringify(operations),
      status: "succeeded",
    });
    const { facts } = await change.finish();
    const isFree = chat.trim() !== "" || asked.some(({ key, answer }) => !key && answer.text.trim() !== "");
    if (isFree && change.ledger.extractor !== null) await queueRun(change, { bundle, forced: false });
    return { bundleId, isNew, run: toRun(await requireRun(change, runId)), facts: facts.map(toFact) };
  });

  async function repeated(db: Parameters<typeof runsOf>[0], bundleId: BundleId): Promise<TurnResult> {
    const run = (await runsOf(db, bundleId)).find(({ source }) => source === "bound");
    return { bundleId, isNew: false, run: run ? toRun(run) : null, facts: [] };
  }
}

/** An answer and its question. The question is about a key, comes from a document, or was added to a block. */
type Asked = {
  id: string;
  text: string;
  answer: KeyAnswer;
  itemId?: string | undefined;
  key?: FactKey | undefined;
  record?: RecordRow | undefined;
  document?: { sessionId: SessionId; number: number; answerId: string } | undefined;
};

async function findAsked(
  change: LedgerChange,
  { projectId, sessionId, answer }: { projectId: ProjectId; sessionId?: SessionId | undefined; answer: KeyAnswer },
): Promise<Asked> {
  const name = answer.question ?? answer.key ?? "";
  const number = /^Q(\d{1,9})$/.exec(name)?.[1];
  if (number) {
    const session = sessionId ?? (await newestSession(change.db, projectId));
    if (!session) throw new AppError("invalid_input", `The project has no session, so it has no question ${name}.`);
    const { text } = await requireQuestion(change.db, { sessionId: session, number: Number(number) });
    return { id: name, text, answer, document: { sessionId: session, number: Number(number), answerId: newId() } };
  }
  const record = LedgerRecordId.safeParse(name);
  if (record.success) {
    const found = await findRecord(change.db, record.data);
    if (!found || found.project_id !== projectId || found.kind !== "question")
      throw new AppError("not_found", `The project has no question ${name}.`);
    const key = found.key === null ? undefined : change.registry.get(found.key);
    return { id: name, text: found.text, answer, key, itemId: found.item_id ?? undefined, record: found };
  }
  const { key: keyName, itemId = answer.itemId } = readItemQuestion(name) ?? { key: name };
  const key = requireKey(change.registry, keyName, itemId);
  return { id: keyName, text: key.question ?? key.label, answer, key, itemId };
}

/**
 * Stores the answers; those to questions of documents are also stored among the session's answers. Resolves question
 * records that these answers settle.
 */
async function keepAnswers(
  change: LedgerChange,
  { bundleId, asked }: { bundleId: BundleId; asked: readonly Asked[] },
): Promise<void> {
  const { db, ledger } = change;
  await insertKeyAnswers(db, {
    projectId: ledger.project_id,
    ownerId: ledger.owner_id,
    bundleId,
    answers: asked.map(({ id, itemId, answer: { quick, text } }) => ({ key: id, itemId, quick, text })),
  });
  for (const { document, record, key, answer } of asked) {
    const isSaid = answer.text.trim() !== "" || answer.quick === "YES" || answer.quick === "NO";
    if (document && isSaid) {
      const { sessionId: session_id, number, answerId: id } = document;
      await insertAnswer(db, { id, session_id, number, owner_id: ledger.owner_id, answer: wordsOf(answer) });
    }
    if (record && (answer.quick === "IRRELEVANT" || (isSaid && !key)))
      change.changeRecord(record, {
        act: "resolve",
        reason: answer.quick === "IRRELEVANT" ? "irrelevant" : "answered",
      });
  }
}

/** An answer as one text: the quick answer, then the text. */
function wordsOf({ quick, text }: KeyAnswer): string {
  const words = text.trim().replaceAll("\0", "\uFFFD").toWellFormed();
  const yesNo = quick === "YES" ? "Yes" : quick === "NO" ? "No" : "";
  return [yesNo, words].filter((part) => part !== "").join(". ");
}

function requireKey(registry: Registry, name: string, itemId: string | undefined): FactKey {
  const key = registry.get(name);
  if (!key) throw unknownKey(registry, name);
  if (key.scope === "item" && itemId === undefined) {
    throw new AppError(
      "invalid_input",
      `${name} is a key for items, not for the project. Say which item the answer is about.`,
    );
  }
  return key;
}

const idOf = (id: string, index: number): string => `${id}#${index + 1}`;

async function bundleOf(db: Parameters<typeof findBundle>[0], id: BundleId): Promise<BundleRow> {
  const bundle = await findBundle(db, id);
  if (!bundle) throw new AppError("internal", `Bundle ${id} was just created but cannot be found.`);
  return bundle;
}

/** The positions of an answer's parts. `parts` lists for each answer its quick answer, if it has one, and then its text. */
function placeOf(bundle: BundleRow, answers: readonly KeyAnswer[], index: number) {
  const parts = bundle.sections.find(({ section }: SectionIndex) => section === "USER_ANSWERS")?.parts ?? [];
  const before = answers.slice(0, index).reduce((count, { quick }) => count + (quick ? 2 : 1), 0);
  const own = answers[index];
  const [quick, text] = own?.quick ? parts.slice(before, before + 2) : [undefined, parts[before]];
  return { quick, text, words: bundle.text };
}

/** YES and NO state true and false; otherwise the text is the value. IDK and IRRELEVANT state no value. */
function operationFor(
  { key, itemId, answer: { quick, text } }: Asked,
  place: ReturnType<typeof placeOf>,
): Record<string, unknown>[] {
  if (!key) return [];
  if (quick === "IDK" || quick === "IRRELEVANT") return [];
  const isQuick = quick !== undefined;
  const at = isQuick ? place.quick : place.text;
  if (!at || (!isQuick && text.trim() === "")) return [];
  const quote = place.words.slice(at.start, at.end);
  return [
    {
      op: "ADD",
      key: key.key,
      ...(itemId ? { itemId } : {}),
      value: isQuick ? quick === "YES" : quote,
      quote,
      startChar: at.start,
      endChar: at.end,
      section: "USER_ANSWERS",
      confidence: 1,
    },
  ];
}
