import type { Fact, FactCounts, FactEvent, FactId, FactStatus, FactWhy, ProjectId, UserId } from "@dialectic/contract";
import { documentsStating } from "#documents";
import { AppError, type Tx, type UserDb } from "#platform";
import { findLedger, lockLedger, ownKeys } from "../ledger.store.ts";
import { countUnmapped } from "../parse/runs.store.ts";
import type { FactKey, Registry } from "../registry/registry.ts";
import { registryFor } from "../registry/shipped-keys.ts";
import { findBundle } from "../turns/bundles.store.ts";
import { wordsIn } from "../values/words.ts";
import { requireFact, rivalsOf } from "./decide-fact.ts";
import * as store from "./facts.store.ts";
import { type FactsChange, noProject } from "./open-change.ts";
import { toEvent, toFact } from "./to-fact.ts";

type Ctx = { db: UserDb };

async function requireProject(db: Tx, projectId: ProjectId): Promise<void> {
  if (!(await findLedger(db, projectId))) throw noProject(projectId);
}

const statuses: readonly FactStatus[] = ["proposed", "accepted", "rejected", "conflict", "superseded"];

type FactPage = Omit<store.FactFilter, "words"> & {
  projectId: ProjectId;
  search?: string | undefined;
  order?: "oldest" | "newest" | undefined;
  after?: number | undefined;
  limit: number;
};

/** One page of a project's facts, sorted by number. `after` is the last number of the previous page. */
export async function listFacts(ctx: Ctx, input: FactPage): Promise<{ items: Fact[]; next: string | null }> {
  const { projectId, search = "", order = "oldest", after = null, limit, ...filter } = input;
  const words = search.split(/\s+/).filter((word) => word !== "");
  return ctx.db.tx(async (db) => {
    await requireProject(db, projectId);
    const page = { projectId, filter: { ...filter, words }, order, after, limit: limit + 1 };
    const rows = await store.factsMatching(db, page);
    const items = rows.slice(0, limit).map(toFact);
    return { items, next: rows.length > limit ? String(items.at(-1)?.number ?? "") : null };
  });
}

export async function countFacts(ctx: Ctx, { projectId }: { projectId: ProjectId }): Promise<FactCounts> {
  return ctx.db.tx(async (db) => {
    await requireProject(db, projectId);
    const counts = { proposed: 0, accepted: 0, rejected: 0, conflict: 0, superseded: 0 };
    for (const { status, count } of await store.countByStatus(db, projectId)) counts[status] = count;
    return { ...counts, unmapped: await countUnmapped(db, projectId) };
  });
}

/** The facts that were accepted at a given time. */
export async function factsAsOf(ctx: Ctx, input: { projectId: ProjectId; at: Date }): Promise<Fact[]> {
  return ctx.db.tx(async (db) => {
    await requireProject(db, input.projectId);
    return (await store.factsAt(db, input)).map(toFact);
  });
}

/** The events of a ledger, the newest first. */
export async function factHistory(
  ctx: Ctx,
  input: { projectId: ProjectId; before?: number | undefined; limit: number },
): Promise<{ items: FactEvent[]; next: string | null }> {
  return ctx.db.tx(async (db) => {
    await requireProject(db, input.projectId);
    const before = input.before === undefined ? null : BigInt(input.before);
    const rows = await store.recentEvents(db, { projectId: input.projectId, before, limit: input.limit + 1 });
    const items = rows.slice(0, input.limit).map(toEvent);
    return { items, next: rows.length > input.limit ? String(items.at(-1)?.seq ?? "") : null };
  });
}

/** The number of characters of the turn that are shown before and after a quote. */
const contextLength = 200;
const mostDocuments = 50;

/** Explains a fact: its quote in context, its history, the facts that it replaced, and those that contradict it. */
export async function whyFact(ctx: Ctx, { factId }: { factId: FactId }): Promise<FactWhy> {
  return ctx.db.tx(async (db) => {
    const row = await requireFact(db, factId);
    const chain = await store.supersededChain(db, factId);
    const conflicts = await rivalsOf(db, row, ["conflict"]);
    const events = await store.eventsOfFacts(db, [row.id, ...chain.map(({ id }) => id)]);
    const fact = toFact(row);
    const bundle = fact.evidence && (await findBundle(db, fact.evidence.bundleId));
    return {
      fact,
      context: fact.evidence && bundle ? around(bundle.text, fact.evidence) : null,
      events: events.map(toEvent),
      chain: chain.map(toFact),
      conflicts: conflicts.map(toFact),
      statedIn: await documentsStating(db, { projectId: fact.projectId, number: fact.number, limit: mostDocuments }),
    };
  });
}

function around(text: string, { start, end }: { start: number; end: number }) {
  return {
    before: text.slice(Math.max(0, start - contextLength), start).toWellFormed(),
    quote: text.slice(start, end),
    after: text.slice(end, end + contextLength).toWellFormed(),
  };
}

/** Finds the fact that a person means: by its number ("F3" or 3), or the accepted fact of a key. */
export async function findFactByName(ctx: Ctx, input: { projectId: ProjectId; name: string }): Promise<Fact> {
  const { projectId, name } = input;
  return ctx.db.tx(async (db) => {
    await requireProject(db, projectId);
    const number = /^F?(\d{1,9})$/i.exec(name)?.[1];
    const row = number
      ? (await store.factsOfProject(db, { projectId, statuses, after: Number(number) - 1, limit: 1 }))[0]
      : await factOfKey(db, { projectId, key: name });
    if (!row || (number && row.number !== Number(number))) {
      throw new AppError("not_found", `The project has no fact ${name}.`);
    }
    return toFact(row);
  });
}

/** The accepted fact of a key, else a pending one. Throws if several items have a fact of this key. */
async function factOfKey(
  db: Tx,
  { projectId, key }: { projectId: ProjectId; key: string },
): Promise<store.FactRow | undefined> {
  const found = await store.factsOfKeys(db, { projectId, keys: [key], statuses: ["accepted", "conflict", "proposed"] });
  const items = new Map(found.map((row) => [row.item_id, row]));
  if (items.size > 1) {
    const examples = [...items.values()].slice(0, 5).map(({ number, item_name }) => `F${number} (${item_name})`);
    throw new AppError(
      "invalid_input",
      `${items.size} items have a fact of ${key}. Use a fact's number: ${examples.join(", ")}${items.size > 5 ? ", …" : ""}.`,
    );
  }
  return found.find(({ status }) => status === "accepted") ?? found[0];
}

/**
 * Facts with these statuses, sorted by how many words of the question they contain. Also returns matching keys without
 * a fact, so that a reader knows under which key something could be stated.
 */
export async function findFacts(
  ctx: Ctx,
  input: { projectId: ProjectId; question: string; statuses: readonly FactStatus[]; limit: number },
): Promise<{ facts: (Fact & { hits: number })[]; keys: FactKey[] }> {
  const words = [...new Set(wordsIn(input.question).map(({ word }) => word))]
    .filter((word) => word.length > 2)
    .slice(0, mostWords);
  return ctx.db.tx(async (db) => {
    const { registry } = await readRegistry(db, input.projectId);
    const rows = await store.factsByWords(db, { ...input, words });
    const has = new Set(rows.map(({ key }) => key));
    const keys = [...registry.values()].filter(
      ({ key, label, question = "" }) =>
        !has.has(key) && words.some((word) => `${key} ${label} ${question}`.toLowerCase().includes(word)),
    );
    return { facts: rows.map((row) => ({ ...toFact(row), hits: row.hits })), keys };
  });
}

const mostWords = 40;

/** The keys of a project, and the revision of its ledger. */
export async function readRegistry(db: Tx, projectId: ProjectId): Promise<{ registry: Registry; revision: bigint }> {
  const ledger = await findLedger(db, projectId);
  if (!ledger) throw noProject(projectId);
  return { registry: registryFor(ledger.domain, await ownKeys(db, projectId)), revision: ledger.revision };
}

/** Locks the ledger and reads its keys, for subscribers that rebuild data from the whole ledger. */
export async function lockedLedger(db: Tx, projectId: ProjectId): Promise<{ registry: Registry; ownerId: UserId }> {
  const ledger = await lockLedger(db, projectId);
  if (!ledger) throw noProject(projectId);
  return { registry: registryFor(ledger.domain, await ownKeys(db, projectId)), ownerId: ledger.owner_id };
}

/**
 * The accepted and disputed facts of the keys that a change touched. For list keys, only the facts that have new
 * events, because all other values of the list are unchanged.
 */
export async function factsOfTouched(db: Tx, { projectId, touched, registry }: FactsChange): Promise<Fact[]> {
  const moved = touched.filter(({ key, factIds }) => factIds && registry.get(key)?.isList);
  const slots = touched.filter((one) => !moved.includes(one));
  const rows = await store.factsOfSlots(db, { projectId, slots, statuses: ["accepted", "conflict"] });
  const ofLists = await store.factsById(
    db,
    moved.flatMap(({ factIds = [] }) => factIds),
  );
  return [...rows, ...ofLists].map(toFact);
}

/** Facts about one key of an item. */
export async function factsOfItemKey(
  db: Tx,
  {
    projectId,
    key,
    itemId,
    statuses: wanted,
  }: { projectId: ProjectId; key: string; itemId: string; statuses: FactStatus[] },
): Promise<Fact[]> {
  return (await store.factsOfSlots(db, { projectId, slots: [{ key, itemId }], statuses: wanted })).map(toFact);
}
