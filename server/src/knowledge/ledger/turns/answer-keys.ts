import type { BundleId, ProjectId, QuickAnswer, SessionId, TurnResult, WorkStage } from "@dialectic/contract";
import { AppError } from "#platform";
import type { SectionIndex } from "../bundle/sections.ts";
import type { LedgerCtx } from "../ctx.ts";
import { openChange } from "../facts/open-change.ts";
import { toFact } from "../facts/to-fact.ts";
import { insertImmediateRun, recordReading, requireRun, toRun } from "../parse/record-reading.ts";
import { queueRun } from "../parse/request-parse.ts";
import { runsOf } from "../parse/runs.store.ts";
import type { FactKey, Registry } from "../registry/registry.ts";
import { addTurn } from "./add-turn.ts";
import { insertKeyAnswers } from "./answers.store.ts";
import { type BundleRow, findBundle } from "./bundles.store.ts";

export type KeyAnswer = { key: string; itemId?: string | undefined; quick?: QuickAnswer | undefined; text: string };

/**
 * Takes a set of answers to questions that ask for a key. The key says what the answer means, so no model reads it; the answer is
 * checked and reconciled as anything else that was said. IDK and IRRELEVANT state no value. What was written besides the answers is
 * part of the same turn, and the project's extractor reads it.
 */
export async function answerKeys(
  ctx: LedgerCtx,
  input: {
    projectId: ProjectId;
    sessionId?: SessionId | undefined;
    turnKey: string;
    workStage: WorkStage;
    answers: readonly KeyAnswer[];
    /** What the person wrote besides. */
    chat?: string | undefined;
  },
): Promise<TurnResult> {
  const { projectId, answers, turnKey, workStage, chat = "" } = input;
  return ctx.db.tx(async (db) => {
    const change = await openChange(db, { projectId, onFactsChanged: ctx.onFactsChanged });
    const asked = answers.map((answer) => ({ answer, key: requireKey(change.registry, answer) }));
    const { bundleId, isNew } = await addTurn(db, {
      ownerId: change.ledger.owner_id,
      turn: {
        projectId,
        sessionId: input.sessionId ?? null,
        turnKey,
        sourceIds: [],
        workStage,
        itemIds: [...new Set(answers.flatMap(({ itemId }) => itemId ?? []))],
        questions: asked.map(({ answer, key }, index) => ({
          id: idOf(answer, index),
          text: key.question ?? key.label,
        })),
        answers: answers.map((answer, index) => ({
          questionId: idOf(answer, index),
          quick: answer.quick,
          text: answer.text,
        })),
        chat,
        agentOutput: "",
        takenAt: ctx.clock.now(),
      },
    });
    if (!isNew) return repeated(db, bundleId);
    const bundle = await bundleOf(db, bundleId);
    await insertKeyAnswers(db, { projectId, ownerId: change.ledger.owner_id, bundleId, answers });
    const runId = await insertImmediateRun(change, { bundle, source: "bound", forced: false });
    const operations = answers.flatMap((answer, index) => operationFor(answer, placeOf(bundle, answers, index)));
    await recordReading(change, {
      bundle,
      runId,
      output: operations,
      raw: JSON.stringify(operations),
      status: "succeeded",
    });
    const { facts } = await change.finish();
    if (chat.trim() !== "" && change.ledger.extractor !== null) await queueRun(change, { bundle, forced: false });
    return { bundleId, isNew, run: toRun(await requireRun(change, runId)), facts: facts.map(toFact) };
  });

  async function repeated(db: Parameters<typeof runsOf>[0], bundleId: BundleId): Promise<TurnResult> {
    const run = (await runsOf(db, bundleId)).find(({ source }) => source === "bound");
    return { bundleId, isNew: false, run: run ? toRun(run) : null, facts: [] };
  }
}

function requireKey(registry: Registry, { key: name, itemId }: KeyAnswer): FactKey {
  const key = registry.get(name);
  if (!key) throw new AppError("invalid_input", `The project has no key ${name}.`);
  if (key.scope === "item" && itemId === undefined) {
    throw new AppError("invalid_input", `${name} is a key of items. Say which item the answer is about.`);
  }
  return key;
}

const idOf = ({ key }: KeyAnswer, index: number): string => `${key}#${index + 1}`;

async function bundleOf(db: Parameters<typeof findBundle>[0], id: BundleId): Promise<BundleRow> {
  const bundle = await findBundle(db, id);
  if (!bundle) throw new AppError("internal", `Bundle ${id} was just made and is not there.`);
  return bundle;
}

/** Where the words of an answer stand: each has a part for its text, after one for its quick answer if there is one. */
function placeOf(bundle: BundleRow, answers: readonly KeyAnswer[], index: number) {
  const parts = bundle.sections.find(({ section }: SectionIndex) => section === "USER_ANSWERS")?.parts ?? [];
  const before = answers.slice(0, index).reduce((count, { quick }) => count + (quick ? 2 : 1), 0);
  const own = answers[index];
  const [quick, text] = own?.quick ? parts.slice(before, before + 2) : [undefined, parts[before]];
  return { quick, text, words: bundle.text };
}

/** The text says more than YES or NO does, except for a yes-no key. */
function operationFor(
  { key, itemId, quick, text }: KeyAnswer,
  place: ReturnType<typeof placeOf>,
): Record<string, unknown>[] {
  if (quick === "IDK" || quick === "IRRELEVANT") return [];
  const isQuick = quick !== undefined;
  const at = isQuick ? place.quick : place.text;
  if (!at || (!isQuick && text.trim() === "")) return [];
  const quote = place.words.slice(at.start, at.end);
  return [
    {
      op: "ADD",
      key,
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
