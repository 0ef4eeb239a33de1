import { type Fact, type FactEvent, FactEvidence, FactId, FactStatus, FactValue } from "@dialectic/contract";
import type { FactEventRow, FactRow } from "./facts.store.ts";

export function toFact(row: FactRow): Fact {
  const isPending = row.status === "proposed" || row.status === "conflict";
  return {
    id: row.id,
    projectId: row.project_id,
    number: row.number,
    scope: row.scope === "item" ? "item" : "project",
    itemId: row.item_id,
    itemName: row.item_name,
    key: row.key,
    block: blockOf(row.key),
    valueType: row.value_type as Fact["valueType"], // checked by the table
    value: FactValue.parse(row.value),
    statement: row.statement,
    status: row.status,
    source: row.source_kind as Fact["source"], // checked by the table
    confidence: row.confidence,
    needsReview: isPending && row.needs_review,
    reviewReason: isPending ? row.review_reason : null,
    evidence: row.bundle_id === null ? null : evidenceOf(row),
    supersedes: FactId.nullable().parse(row.supersedes),
    conflictsWith: FactId.nullable().parse(row.conflicts_with),
    createdAt: row.created_at.toISOString(),
  };
}

export const blockOf = (key: string): string => key.split(".").slice(0, 2).join(".");

function evidenceOf({
  bundle_id: bundleId,
  quote,
  quote_start: start,
  quote_end: end,
  section,
}: FactRow): FactEvidence {
  return FactEvidence.parse({ bundleId, quote, start, end, section });
}

export function toEvent(row: FactEventRow): FactEvent {
  return {
    seq: Number(row.seq),
    factId: FactId.parse(row.fact_id),
    number: row.number,
    statement: row.statement,
    action: Number(row.action),
    act: row.act as FactEvent["act"], // checked by the table, as the next ones are
    by: row.by as FactEvent["by"],
    from: FactStatus.nullable().parse(row.from_status),
    to: FactStatus.parse(row.to_status),
    reason: row.reason,
    evidence: FactEvidence.nullable().parse(row.evidence),
    at: row.at.toISOString(),
  };
}
