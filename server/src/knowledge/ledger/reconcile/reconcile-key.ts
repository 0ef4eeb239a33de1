import type { EvidenceSection } from "../bundle/sections.ts";
import type { FactKey } from "../registry/registry.ts";
import { agreesWithDate } from "../values/dates.ts";
import type { Canonical } from "../values/mention.ts";

/** An operation whose evidence and value have been checked, about one key of the project or of one item. */
export type CheckedOperation = {
  op: "ADD" | "UPDATE" | "CONFLICT";
  canonical: Canonical;
  confidence: number;
  section: EvidenceSection;
  /** If anything about the operation is uncertain, the reason a person has to review it. */
  review?: string | undefined;
};

export type AcceptedFact = { id: string; canonical: Canonical };

/** The effect of an operation. Only `accepted` changes the accepted facts: it adds one or replaces `supersedes`. */
export type Decision =
  | { become: "accepted" }
  | { become: "accepted"; supersedes: string }
  | { become: "corroboration"; of: string }
  | { become: "conflict"; with: string }
  | { become: "proposed"; because: string };

const acceptanceConfidence = 0.85;

/**
 * Decides on all operations of one turn about one key. Their order does not affect the result. If a turn states two
 * different values for a single-valued key, neither is accepted.
 */
export function reconcileKey(
  key: Pick<FactKey, "isHighRisk" | "isList">,
  accepted: readonly AcceptedFact[],
  operations: readonly CheckedOperation[],
): Decision[] {
  const stated = new Set(operations.filter(isStatedByUser).map(({ canonical }) => canonical));
  const contradictsItself = !key.isList && stated.size > 1;
  const acceptable = bestOfEach(operations, (operation) => mayBeAccepted(key, operation));
  return operations.map((operation, index) => {
    const same = accepted.find(({ canonical }) => saysNoMore(operation.canonical, canonical, key));
    if (same) return { become: "corroboration", of: same.id };
    const [current] = key.isList ? [] : accepted;
    const passes = !contradictsItself && acceptable.has(index);
    if (!current) {
      return passes
        ? { become: "accepted" }
        : { become: "proposed", because: reasonFor(key, operation, contradictsItself) };
    }
    const isDisputed =
      key.isHighRisk || operation.op === "CONFLICT" || operation.confidence < acceptanceConfidence || contradictsItself;
    if (isDisputed) return { become: "conflict", with: current.id };
    if (passes) return { become: "accepted", supersedes: current.id };
    return { become: "proposed", because: reasonFor(key, operation, false) };
  });
}

/**
 * True if the statement adds nothing to the accepted value: it is equal, or a less precise date ("in March" agrees with
 * 12 March). A more precise date is a new value.
 */
const saysNoMore = (stated: Canonical, accepted: Canonical, { isList }: Pick<FactKey, "isList">): boolean =>
  stated === accepted || (!isList && stated.startsWith("date:") && agreesWithDate(accepted, stated));

function isStatedByUser({ section }: CheckedOperation): boolean {
  return section !== "AGENT_OUTPUT";
}

/** The policy for accepting an operation without a person. Statements of a model are never accepted this way. */
function mayBeAccepted({ isHighRisk }: Pick<FactKey, "isHighRisk">, operation: CheckedOperation): boolean {
  return (
    operation.review === undefined &&
    operation.confidence >= acceptanceConfidence &&
    !isHighRisk &&
    isStatedByUser(operation) &&
    operation.op !== "CONFLICT"
  );
}

/** For each value, the index of the acceptable operation with the highest confidence. */
function bestOfEach(
  operations: readonly CheckedOperation[],
  isAcceptable: (one: CheckedOperation) => boolean,
): Set<number> {
  const best = new Map<Canonical, number>();
  operations.forEach((operation, index) => {
    const other = operations[best.get(operation.canonical) ?? -1];
    if (isAcceptable(operation) && (!other || operation.confidence > other.confidence))
      best.set(operation.canonical, index);
  });
  return new Set(best.values());
}

function reasonFor(
  { isHighRisk }: Pick<FactKey, "isHighRisk">,
  operation: CheckedOperation,
  contradictsItself: boolean,
): string {
  if (operation.review !== undefined) return operation.review;
  if (contradictsItself) return "several-values-in-turn";
  if (!isStatedByUser(operation)) return "written-by-a-model";
  if (isHighRisk) return "high-risk-key";
  if (operation.op === "CONFLICT") return "marked-as-conflict";
  return operation.confidence < acceptanceConfidence ? "low-confidence" : "repeated-in-turn";
}
