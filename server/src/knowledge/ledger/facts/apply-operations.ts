import {
  type FactNoteId,
  type FactStatus,
  formatFactValue,
  type ParseRunId,
  type ParseStats,
} from "@dialectic/contract";
import { newId } from "#platform";
import {
  type CheckOutcome,
  checkOperation,
  maxValueLength,
  type PassedOperation,
} from "../operations/check-operation.ts";
import type { ReadOperation } from "../operations/read-operations.ts";
import { insertNotes, type NewNote } from "../parse/runs.store.ts";
import { type Decision, reconcileKey } from "../reconcile/reconcile-key.ts";
import type { BundleRow } from "../turns/bundles.store.ts";
import { type EventEvidence, type FactRow, factsToCompare, type NewFact } from "./facts.store.ts";
import type { LedgerChange } from "./open-change.ts";

/** The statuses of the facts that a new operation is compared with. Superseded facts are ignored. */
const compared: FactStatus[] = ["accepted", "proposed", "conflict", "rejected"];
const maxKeptOperation = 20_000;

/**
 * Turns the operations of one bundle into facts: checks each separately, reads the facts of the keys that they touch,
 * reconciles key by key, and writes through `change`. Refused and unmapped operations become notes, so that none is
 * lost and none affects the others.
 */
export async function applyOperations(
  change: LedgerChange,
  { bundle, runId, operations }: { bundle: BundleRow; runId: ParseRunId; operations: readonly ReadOperation[] },
): Promise<ParseStats> {
  const { db, ledger, registry } = change;
  const context = {
    bundle,
    registry,
    workStage: bundle.work_stage as "ideation" | "planning" | "solutioning", // checked by the table
    itemIds: new Set(bundle.item_ids),
    uncertainItems: new Set(bundle.uncertain_items),
    reading: { at: bundle.taken_at },
  };
  const judged = operations.map((one) => judge(one, (operation) => checkOperation(context, operation)));
  const passed = judged.flatMap(({ outcome }) => (outcome.become === "fact" ? [outcome] : []));
  const slotsOf = (isList: boolean) => {
    const own = passed.filter(({ key }) => key.isList === isList);
    return [...Map.groupBy(own, slotOf).values()].flatMap(([first]) =>
      first ? [{ key: first.key.key, itemId: first.itemId ?? null }] : [],
    );
  };
  const known = await factsToCompare(db, {
    projectId: ledger.project_id,
    single: slotsOf(false),
    list: slotsOf(true),
    canonicals: [...new Set(passed.map(({ checked }) => checked.canonical))],
    statuses: compared,
  });

  const tally = emptyStats(operations.length);
  const notes = judged.flatMap(({ outcome, raw }) => noteFor(outcome, raw));
  for (const group of Map.groupBy(passed, slotOf).values()) {
    notes.push(...reconcileGroup(change, { group, known, bundle, runId, tally }));
  }
  tally.refused = notes.filter(({ kind }) => kind === "refused").length;
  tally.unmapped = notes.length - tally.refused;
  await insertNotes(db, { projectId: ledger.project_id, ownerId: ledger.owner_id, bundleId: bundle.id, runId, notes });
  return tally;
}

type Judged = { outcome: CheckOutcome | { become: "note"; because: string }; raw: unknown };

function judge(
  read: ReadOperation,
  check: (operation: (ReadOperation & { ok: true })["operation"]) => CheckOutcome,
): Judged {
  if (!read.ok) return { outcome: { become: "note", because: read.fault }, raw: read.raw };
  const outcome = check(read.operation);
  if (outcome.become === "fact" && formatFactValue(outcome.value).length > maxValueLength) {
    return { outcome: { become: "note", because: "value-too-long" }, raw: read.raw };
  }
  return { outcome, raw: read.raw };
}

const emptyStats = (operations: number): ParseStats => ({
  operations,
  ...{
    accepted: 0,
    superseded: 0,
    corroborated: 0,
    conflicts: 0,
    proposed: 0,
    needsReview: 0,
    refused: 0,
    unmapped: 0,
  },
});

/** One key of the project or of one item. */
const slotOf = ({ key, itemId }: PassedOperation): string => `${key.key} ${itemId ?? ""}`;

type Group = {
  group: readonly PassedOperation[];
  known: readonly FactRow[];
  bundle: BundleRow;
  runId: ParseRunId;
  tally: ParseStats;
};

/**
 * Applies all operations of this turn that are about one key; their order does not matter. Returns notes for refused
 * operations.
 */
function reconcileGroup(change: LedgerChange, { group, known, bundle, runId, tally }: Group): NewNote[] {
  const [first] = group;
  if (!first) return [];
  const { key, itemId } = first;
  const own = known.filter((fact) => fact.key === key.key && (fact.item_id ?? undefined) === itemId);
  const decisions = reconcileKey(
    key,
    own.filter(({ status }) => status === "accepted"),
    group.map(({ checked }) => checked),
  );
  const notes: NewNote[] = [];
  const pending = new Map(
    own.filter(({ status }) => status === "proposed" || status === "conflict").map((fact) => [fact.canonical, fact]),
  );
  const rejected = new Set(own.filter(({ status }) => status === "rejected").map(({ canonical }) => canonical));
  const recorded = new Set<string>();
  // Accepted values come first. If the turn also contains a model's proposal of the same value, the proposal then
  // corroborates the accepted fact instead of becoming another fact.
  const ordered = group
    .map((operation, index) => ({ operation, decision: decisions[index] as Decision }))
    .sort((a, b) => Number(b.decision.become === "accepted") - Number(a.decision.become === "accepted"));
  for (const { operation, decision } of ordered) {
    const { canonical } = operation.checked;
    const evidence = evidenceOf(operation, bundle);
    const corroborate = (fact: FactRow) => {
      tally.corroborated += 1;
      change.move(fact, fact.status, { act: "corroborate", by: "policy", reason: "same-value", evidence });
    };
    if (decision.become === "corroboration") {
      const same = own.find(({ id }) => id === decision.of);
      if (same) corroborate(same);
      continue;
    }
    if (recorded.has(canonical)) {
      tally.corroborated += 1; // said twice in one turn
      continue;
    }
    const waiting = pending.get(canonical);
    if (decision.become !== "accepted" && waiting) {
      corroborate(waiting);
      continue;
    }
    if (rejected.has(canonical) && operation.evidence.section === "AGENT_OUTPUT") {
      notes.push(refused("rejected-before", { key: key.key, value: operation.value, quote: operation.evidence.quote }));
      continue;
    }
    recorded.add(canonical);
    const fact = newFact(operation, { decision, evidence, runId });
    if (decision.become === "accepted") {
      const replaced = "supersedes" in decision ? own.find(({ id }) => id === decision.supersedes) : undefined;
      if (replaced)
        change.move(replaced, "superseded", { act: "supersede", by: "policy", reason: "user-said-otherwise" });
      if (waiting) change.move(waiting, "superseded", { act: "supersede", by: "policy", reason: "user-said-the-same" });
      change.record(fact, { act: "record", by: "policy", reason: "policy-passed", supersedes: replaced?.id });
      tally.accepted += 1;
      if (replaced) tally.superseded += 1;
    } else {
      change.record(fact, { act: "record", by: "policy", reason: fact.review_reason ?? "" });
      tally[decision.become === "conflict" ? "conflicts" : "proposed"] += 1;
      tally.needsReview += 1;
    }
  }
  return notes;
}

function newFact(
  { key, itemId, value, checked, evidence: { section } }: PassedOperation,
  { decision, evidence, runId }: { decision: Decision; evidence: EventEvidence; runId: ParseRunId },
): Omit<NewFact, "id" | "number" | "supersedes"> {
  const isConflict = decision.become === "conflict";
  return {
    scope: key.scope,
    item_id: itemId ?? null,
    key: key.key,
    is_list: key.isList,
    value_type: key.type,
    value,
    canonical: checked.canonical,
    statement: `${key.label}: ${formatFactValue(value)}`,
    status: isConflict ? "conflict" : decision.become === "accepted" ? "accepted" : "proposed",
    source_kind: section === "AGENT_OUTPUT" ? "agent" : "user",
    confidence: checked.confidence,
    review_reason: isConflict
      ? (checked.review ?? "contradicts-accepted")
      : decision.become === "proposed"
        ? decision.because
        : null,
    conflicts_with: isConflict ? (decision.with as NewFact["id"]) : null,
    evidence: {
      bundle_id: evidence.bundleId,
      quote: evidence.quote,
      quote_start: evidence.start,
      quote_end: evidence.end,
      section,
    },
    parse_run_id: runId,
  };
}

const evidenceOf = ({ evidence }: Pick<PassedOperation, "evidence">, bundle: BundleRow): EventEvidence => ({
  bundleId: bundle.id,
  ...evidence,
});

function noteFor(outcome: Judged["outcome"], raw: unknown): NewNote[] {
  if (outcome.become === "fact") return [];
  if (outcome.become === "note") return [refused(outcome.because, raw)];
  const evidence = outcome.evidence;
  return [{ id: newId<FactNoteId>(), kind: "unmapped", reason: outcome.because, operation: keepable(raw), evidence }];
}

const refused = (reason: string, raw: unknown): NewNote => ({
  id: newId<FactNoteId>(),
  kind: "refused",
  reason,
  operation: keepable(raw),
  evidence: null,
});

/** The operation unchanged or, if it is too long or the database cannot store it, the beginning of its text. */
function keepable(raw: unknown): unknown {
  const json = JSON.stringify(raw) ?? "null";
  if (json.length <= maxKeptOperation && !json.includes("\\u0000") && !/\\ud[89a-f]/i.test(json)) return raw ?? "null";
  return json.slice(0, maxKeptOperation).toWellFormed();
}
