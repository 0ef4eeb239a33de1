import type { KeyQuestion, ProjectId } from "@dialectic/contract";
import type { Tx, UserDb } from "#platform";
import { questionsOf } from "#review";
import { type FactRow, factsOfProject } from "../facts/facts.store.ts";
import { noProject } from "../facts/open-change.ts";
import { findLedger, ownKeys, type Subject, subjectsOf } from "../ledger.store.ts";
import { recordsOf } from "../records/records.store.ts";
import type { FactKey, Registry } from "../registry/registry.ts";
import { registryFor } from "../registry/shipped-keys.ts";
import { itemQuestion, newestAnswers } from "./answers.store.ts";
import { newestSession } from "./sources.store.ts";

type Ranked = { rank: number; question: KeyQuestion };

/**
 * The questions of a project, in this order:
 * 1. questions about important keys without a fact
 * 2. questions about keys whose facts contradict each other
 * 3. questions of documents, and questions that a person or a model added to a block
 * 4. questions about important keys without a fact, for each live item
 * 5. questions about other keys without a fact
 * Questions answered with IDK come last. Questions answered with IRRELEVANT are asked again only if facts contradict each
 * other.
 */
export async function listKeyQuestions(
  ctx: { db: UserDb },
  { projectId }: { projectId: ProjectId },
): Promise<KeyQuestion[]> {
  return ctx.db.tx(async (db) => {
    const ledger = await findLedger(db, projectId);
    if (!ledger) throw noProject(projectId);
    const registry = registryFor(ledger.domain, await ownKeys(db, projectId));
    const facts = await factsOfProject(db, { projectId, statuses: ["accepted", "conflict"] });
    const withStatus = (wanted: string) =>
      new Set(facts.filter(({ status, item_id }) => status === wanted && item_id === null).map(({ key }) => key));
    const known = { filled: withStatus("accepted"), disputed: withStatus("conflict") };
    const all = [
      ...ofKeys(registry, known),
      ...ofItems(registry, { facts, items: (await subjectsOf(db, projectId)).filter(({ isLive }) => isLive) }),
      ...(await ofRecords(db, { projectId, registry, filled: known.filled })),
      ...(await ofDocuments(db, projectId)),
    ];
    const answered = new Map((await newestAnswers(db, projectId)).map(({ question, quick }) => [question, quick]));
    return all
      .flatMap(({ rank, question }): Ranked[] => {
        const quick = answered.get(question.id);
        if (quick === "IRRELEVANT" && question.why !== "conflict") return [];
        return quick === "IDK"
          ? [{ rank: rank + 5, question: { ...question, status: "deferred" } }]
          : [{ rank, question }];
      })
      .sort((a, b) => a.rank - b.rank)
      .map(({ question }) => question);
  });
}

function ofKeys(registry: Registry, { filled, disputed }: { filled: Set<string>; disputed: Set<string> }): Ranked[] {
  return [...registry.values()].flatMap((key): Ranked[] => {
    const isDisputed = disputed.has(key.key);
    if (key.scope === "item" || (!isDisputed && (filled.has(key.key) || !key.question))) return [];
    const rank = isDisputed ? 1 : key.isImportant ? 0 : 4;
    return [{ rank, question: { ...aboutKey(key), id: key.key, why: isDisputed ? "conflict" : "empty" } }];
  });
}

/** For each item, the questions about contradictions and about important keys that have no fact. */
function ofItems(
  registry: Registry,
  { facts, items }: { facts: readonly FactRow[]; items: readonly Subject[] },
): Ranked[] {
  const keys = [...registry.values()].filter(({ scope }) => scope === "item");
  const slots = Map.groupBy(facts, ({ key, item_id }) => itemQuestion(key, item_id ?? ""));
  return items.flatMap((item) =>
    keys.flatMap((key): Ranked[] => {
      const id = itemQuestion(key.key, item.id);
      const known = slots.get(id) ?? [];
      const isDisputed = known.some(({ status }) => status === "conflict");
      if (!isDisputed && (known.length > 0 || !key.isImportant || !key.question)) return [];
      const about = aboutKey(key);
      const question = { ...about, id, itemId: item.id, question: `${item.name}: ${about.question}` };
      return [{ rank: isDisputed ? 1 : 3, question: { ...question, why: isDisputed ? "conflict" : "empty" } }];
    }),
  );
}

const aboutKey = (key: FactKey) =>
  ({
    key: key.key,
    itemId: null,
    label: key.label,
    question: key.question ?? `${key.label}?`,
    valueType: key.type,
    status: "open",
    model: null,
  }) as const;

async function ofRecords(
  db: Tx,
  { projectId, registry, filled }: { projectId: ProjectId; registry: Registry; filled: Set<string> },
): Promise<Ranked[]> {
  const records = await recordsOf(db, projectId);
  return records.flatMap(({ id, kind, block, item_id, key, text, model, last_act }): Ranked[] => {
    if (kind !== "question" || last_act === "resolve" || (key !== null && item_id === null && filled.has(key)))
      return [];
    const own = key === null ? undefined : registry.get(key);
    const label = own?.label ?? block.split(".")[1] ?? block;
    const { key: name = null, valueType = null } = own ? aboutKey(own) : {};
    return [
      {
        rank: 2,
        question: {
          id,
          key: name,
          itemId: item_id,
          label,
          question: text,
          valueType,
          status: "open",
          why: "added",
          model,
        },
      },
    ];
  });
}

/** Open questions of the newest session's documents. */
async function ofDocuments(db: Tx, projectId: ProjectId): Promise<Ranked[]> {
  const sessionId = await newestSession(db, projectId);
  if (!sessionId) return [];
  const open = (await questionsOf(db, { sessionId })).filter(({ answer }) => answer === null);
  return open.map(({ number, text, decides, model }) => ({
    rank: 2,
    question: {
      ...{ id: `Q${number}`, key: null, itemId: null, label: decides || `Q${number}`, question: text, valueType: null },
      ...{ status: "open", why: "document", model },
    },
  }));
}
