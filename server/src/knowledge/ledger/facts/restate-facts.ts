import type { FactId } from "@dialectic/contract";
import { type EventEvidence, type FactRow, factsOfItem, type NewFact } from "./facts.store.ts";
import type { LedgerChange } from "./open-change.ts";
import { toFact } from "./to-fact.ts";

/**
 * Moves all accepted and pending facts from one item to a target item, each with its quote. A value that the target
 * already has is corroborated; one that contradicts the target's accepted value becomes a conflict. The original facts
 * are superseded.
 */
export async function restateFacts(
  change: LedgerChange,
  { from, to, reason }: { from: string; to: string; reason: string },
): Promise<void> {
  const source = await factsOfItem(change.db, { itemId: from, statuses: ["accepted", "conflict", "proposed"] });
  const target = await factsOfItem(change.db, { itemId: to, statuses: ["accepted", "conflict", "proposed"] });
  const byKey = Map.groupBy(target, ({ key }) => key);
  const isAccepted = ({ status }: FactRow) => Number(status === "accepted");
  const why = { by: "user", reason } as const;
  for (const [key, facts] of Map.groupBy(source, (fact) => fact.key)) {
    const known = new Map((byKey.get(key) ?? []).map((fact) => [fact.canonical, fact]));
    let current: FactId | undefined = (byKey.get(key) ?? []).find(
      (fact) => fact.status === "accepted" && !fact.is_list,
    )?.id;
    for (const fact of facts.toSorted((a, b) => isAccepted(b) - isAccepted(a) || a.number - b.number)) {
      change.move(fact, "superseded", { ...why, act: "supersede" });
      const same = known.get(fact.canonical);
      if (same && (same.status === "accepted" || fact.status !== "accepted")) {
        const evidence = toFact(fact).evidence ?? undefined;
        change.move(same, same.status, { ...why, act: "corroborate", evidence });
        continue;
      }
      if (same) change.move(same, "superseded", { ...why, act: "supersede" });
      const isDisputed = current !== undefined && fact.status !== "proposed";
      const status = isDisputed ? "conflict" : fact.status === "accepted" ? "accepted" : "proposed";
      const id = change.record(
        restated(fact, { itemId: to, status, conflictsWith: isDisputed ? current : undefined }),
        {
          ...why,
          act: "record",
        },
      );
      if (status === "accepted" && !fact.is_list) current = id;
    }
  }
}

function restated(
  fact: FactRow,
  { itemId, status, conflictsWith }: { itemId: string; status: FactRow["status"]; conflictsWith: FactId | undefined },
): Omit<NewFact, "id" | "number" | "supersedes"> {
  const said: EventEvidence | null = toFact(fact).evidence;
  return {
    scope: "item",
    item_id: itemId,
    key: fact.key,
    is_list: fact.is_list,
    value_type: fact.value_type,
    value: fact.value,
    canonical: fact.canonical,
    statement: fact.statement,
    status,
    source_kind: fact.source_kind,
    confidence: fact.confidence,
    review_reason:
      status === "accepted"
        ? null
        : status === "conflict"
          ? "contradicts-accepted"
          : (fact.review_reason ?? "item-merged"),
    conflicts_with: conflictsWith ?? null,
    evidence: said && {
      bundle_id: said.bundleId,
      quote: said.quote,
      quote_start: said.start,
      quote_end: said.end,
      section: said.section,
    },
    parse_run_id: fact.parse_run_id,
  };
}
