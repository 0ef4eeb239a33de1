import type { FactEvent, FactId, FactStatus, ProjectId, UserId } from "@dialectic/contract";
import { AppError, isUniqueViolation, newId, type Tx } from "#platform";
import { refreshSeeds } from "#sessions";
import * as ledgers from "../ledger.store.ts";
import * as records from "../records/records.store.ts";
import type { Registry } from "../registry/registry.ts";
import { registryFor } from "../registry/shipped-keys.ts";
import * as store from "./facts.store.ts";

/** The keys that a change touched. Subscribers update their derived data in the same transaction. */
export type FactsChange = {
  projectId: ProjectId;
  ownerId: UserId;
  registry: Registry;
  /**
   * Each touched key, with the number of its newest event and the facts that have new events. Without `factIds`, all
   * facts of the key may have changed.
   */
  touched: { key: string; itemId: string | null; seq: bigint; factIds?: FactId[] }[];
  /** The blocks whose notes, questions, suggestions or decisions changed. */
  records?: { block: string; itemId: string | null; seq: bigint }[];
};
export type OnFactsChanged = (db: Tx, change: FactsChange) => Promise<void>;

type Why = Pick<FactEvent, "act" | "by" | "reason"> & {
  evidence?: store.EventEvidence | undefined;
  supersedes?: FactId | undefined;
  undoes?: bigint | undefined;
};

/** One change to a project's ledger. It holds the ledger's lock and writes nothing before `finish`. */
export type LedgerChange = {
  readonly db: Tx;
  readonly ledger: ledgers.LedgerRow;
  readonly registry: Registry;
  /** Records a new fact under the next number of the project. */
  record(fact: Omit<store.NewFact, "id" | "number" | "supersedes">, why: Why): FactId;
  move(fact: Pick<store.FactRow, "id" | "status" | "key" | "item_id">, to: FactStatus, why: Why): void;
  /** Adds a note, question, suggestion or decision under the ledger's next number. */
  addRecord(record: records.NewRecord): void;
  changeRecord(record: Pick<records.RecordRow, "id" | "block" | "item_id">, how: records.RecordChange): void;
  /** Writes everything and returns the facts that changed; `action` is null if no fact changed. */
  finish(): Promise<{ action: number | null; facts: store.FactRow[] }>;
};

type Happening = Omit<store.NewFactEvent, "seq"> & { key: string; itemId: string | null };

/** The newest event of each key and item. */
function newestOfEach(events: readonly (Happening & { seq: bigint })[]): FactsChange["touched"] {
  const groups = Map.groupBy(events, ({ key, itemId }) => `${key} ${itemId ?? ""}`);
  return [...groups.values()]
    .flatMap((own) => {
      const last = own.at(-1);
      const factIds = [...new Set(own.map(({ factId }) => factId))];
      return last ? [{ key: last.key, itemId: last.itemId, seq: last.seq, factIds }] : [];
    })
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

export async function openChange(
  db: Tx,
  { projectId, onFactsChanged }: { projectId: ProjectId; onFactsChanged: OnFactsChanged | undefined },
): Promise<LedgerChange> {
  const ledger = await ledgers.lockLedger(db, projectId);
  if (!ledger) throw noProject(projectId);
  const registry = registryFor(ledger.domain, await ledgers.ownKeys(db, projectId));
  const facts: store.NewFact[] = [];
  const ending: Happening[] = [];
  const others: Happening[] = [];
  const added: records.NewRecord[] = [];
  const changed: { record: Pick<records.RecordRow, "id" | "block" | "item_id">; how: records.RecordChange }[] = [];

  return {
    db,
    ledger,
    registry,
    record(fact, why) {
      const id = newId<FactId>();
      const number = ledger.last_number + facts.length + 1;
      facts.push({ ...fact, id, number, supersedes: why.supersedes ?? null });
      others.push({ ...why, factId: id, from: null, to: fact.status, key: fact.key, itemId: fact.item_id });
      return id;
    },
    move(fact, to, why) {
      // Facts that stop being accepted are written first, so that a key never has two accepted facts, even inside the
      // transaction.
      const event = { ...why, factId: fact.id, from: fact.status, to, key: fact.key, itemId: fact.item_id };
      (fact.status === "accepted" && to !== "accepted" ? ending : others).push(event);
    },
    addRecord(record) {
      added.push(record);
    },
    changeRecord(record, how) {
      changed.push({ record, how });
    },
    async finish() {
      const events = [...ending, ...others].map((event, index) => ({
        ...event,
        seq: ledger.revision + BigInt(index + 1),
      }));
      const after = ledger.revision + BigInt(events.length);
      const touchedRecords = await records.write(db, { projectId, ownerId: ledger.owner_id, after, added, changed });
      if (events.length === 0 && touchedRecords.length === 0) return { action: null, facts: [] };
      const action = ledger.revision + 1n;
      const owned = { projectId, ownerId: ledger.owner_id };
      try {
        await store.insertEvents(db, { ...owned, action, events: events.slice(0, ending.length) });
        await store.insertFacts(db, { ...owned, facts });
        await store.insertEvents(db, { ...owned, action, events: events.slice(ending.length) });
      } catch (error) {
        throw isUniqueViolation(error) ? acceptedAlready(error) : error;
      }
      await ledgers.advanceLedger(db, {
        projectId,
        lastNumber: ledger.last_number + facts.length,
        revision: after + BigInt(touchedRecords.length),
      });
      if (events.some(({ from, to }) => (from === "accepted") !== (to === "accepted")))
        await refreshSeeds(db, projectId);
      await onFactsChanged?.(db, { ...owned, registry, touched: newestOfEach(events), records: touchedRecords });
      if (events.length === 0) return { action: null, facts: [] };
      const ids = [...new Set(events.map(({ factId }) => factId))];
      return { action: Number(action), facts: await store.factsById(db, ids) };
    },
  };
}

const acceptedAlready = (cause: unknown): AppError =>
  new AppError("conflict", "Another fact is now accepted for the same key. Reject that fact first, or keep it.", {
    cause,
  });

export const noProject = (projectId: ProjectId): AppError =>
  new AppError("not_found", `There is no project ${projectId}.`, { remedies: [{ do: "see-projects" }] });
