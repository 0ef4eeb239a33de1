import type { WorkStage } from "../bundle/build-bundle.ts";
import type { BundleText, QuoteFault } from "../evidence/locate-quote.ts";
import { type Evidence, verifyEvidence } from "../evidence/verify-evidence.ts";
import type { CheckedOperation } from "../reconcile/reconcile-key.ts";
import type { FactKey, Registry } from "../registry/registry.ts";
import type { ReadingContext } from "../values/mention.ts";
import { readValue, type Stored, type ValueFault } from "../values/typed-value.ts";
import type { Operation } from "./read-operations.ts";

/** What the checks need to know about the project at the time of the turn. */
export type CheckContext = {
  bundle: BundleText;
  registry: Registry;
  workStage: WorkStage;
  /** Items of this project that the turn may mention. */
  itemIds: ReadonlySet<string>;
  /** Those items of `itemIds` whose name another item also has. */
  uncertainItems?: ReadonlySet<string> | undefined;
  reading: ReadingContext;
};

/** An operation that may become a fact. */
export type PassedOperation = {
  become: "fact";
  key: FactKey;
  itemId: string | undefined;
  value: Stored;
  evidence: Evidence;
  reanchored: boolean;
  checked: CheckedOperation;
};

/** A verified statement whose key is unknown or not used at this stage. A user can promote it to a key. */
export type UnmappedOperation = {
  become: "unmapped";
  evidence: Evidence;
  because: "unknown-key" | "key-not-at-this-stage";
};

/** A refused operation, kept with its reason for audit. It never reaches a fact, a block or a prompt. */
export type RefusedOperation = {
  become: "note";
  because:
    | QuoteFault
    | ValueFault
    | "value-too-long"
    | "unknown-item"
    | "item-needed"
    | "not-an-item-key"
    | "marked-as-note";
};

export type CheckOutcome = PassedOperation | UnmappedOperation | RefusedOperation;

/**
 * No quote is longer than this, so no quote can state a longer value. Such values are not parsed, because parsing long
 * dates and numbers is slow.
 */
export const maxValueLength = 1000;
const maxParts = 100;

/** Checks one operation against the bundle, the registry and the project. */
export function checkOperation(context: CheckContext, operation: Operation): CheckOutcome {
  const { registry, workStage, itemIds, reading, bundle } = context;
  if (!isShort(operation.value)) return { become: "note", because: "value-too-long" };
  const key = registry.get(operation.key);
  const hint = { quote: operation.quote, start: operation.start, end: operation.end, section: operation.section };
  const rule = key ? { ...key, labels: [key.label, key.key.replaceAll(/[._]/g, " ")] } : { type: "string" as const };
  const verified = verifyEvidence(bundle, { hint, rule, value: operation.value }, reading);
  if (!verified.ok) return { become: "note", because: verified.fault };
  const { evidence, reanchored } = verified;
  if (operation.op === "NOTE") return { become: "note", because: "marked-as-note" };
  if (!key) return { become: "unmapped", evidence, because: "unknown-key" };
  if (!key.stages.includes(workStage)) return { become: "unmapped", evidence, because: "key-not-at-this-stage" };
  if (key.scope === "project" && operation.itemId !== undefined) return { become: "note", because: "not-an-item-key" };
  if (key.scope === "item" && operation.itemId === undefined) return { become: "note", because: "item-needed" };
  if (operation.itemId !== undefined && !itemIds.has(operation.itemId))
    return { become: "note", because: "unknown-item" };
  const read = readValue(key, operation.value, reading);
  if (!read.ok) return { become: "note", because: read.fault };
  const isAmbiguous = read.ambiguous || (key.type === "date" && isAmbiguousDate(evidence.quote, reading));
  const isUncertainItem = operation.itemId !== undefined && (context.uncertainItems?.has(operation.itemId) ?? false);
  const review = reviewReason(operation, { isSupported: verified.supported, isAmbiguous, isUncertainItem });
  const { confidence } = operation;
  return {
    become: "fact",
    key,
    itemId: operation.itemId,
    value: read.value,
    evidence,
    reanchored,
    checked: { op: operation.op, canonical: read.canonical, confidence, section: evidence.section, review },
  };
}

/** True for quotes such as "10 November" or "3/4". For these, a model guesses the year, or the order of day and month. */
function isAmbiguousDate(quote: string, reading: ReadingContext): boolean {
  const read = readValue({ type: "date" }, quote, reading);
  return read.ok && read.ambiguous;
}

function reviewReason(
  operation: Operation,
  found: { isSupported: boolean; isAmbiguous: boolean; isUncertainItem: boolean },
): string | undefined {
  if (found.isUncertainItem) return "ambiguous-item";
  if (!found.isSupported) return "value-not-in-quote";
  if (found.isAmbiguous) return "ambiguous-value";
  return operation.needsReview ? "marked-for-review" : undefined;
}

function isShort(value: unknown): boolean {
  if (typeof value === "string") return value.length <= maxValueLength;
  if (typeof value !== "object" || value === null) return true;
  const parts = Object.values(value);
  return parts.length <= maxParts && parts.every(isShort);
}
