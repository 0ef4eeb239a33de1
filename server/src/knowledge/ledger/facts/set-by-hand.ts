import { type FactId, formatFactValue } from "@dialectic/contract";
import { AppError } from "#platform";
import { type FactKey, unknownKey } from "../registry/registry.ts";
import type { Canonical } from "../values/mention.ts";
import { readValue, type Stored, type ValueFault } from "../values/typed-value.ts";
import { type FactRow, type FactSlot, factsById, factsOfSlots, type NewFact } from "./facts.store.ts";
import type { LedgerChange } from "./open-change.ts";

type HandValue = { value: Stored; canonical: Canonical };

/** A fact that a person sets by hand. It has an author and a reason instead of a quote. */
export const manualFact = (
  key: FactKey,
  { itemId, value, canonical }: HandValue & { itemId: string | null },
): Omit<NewFact, "id" | "number" | "supersedes"> => ({
  scope: key.scope,
  item_id: itemId,
  key: key.key,
  is_list: key.isList,
  value_type: key.type,
  value,
  canonical,
  statement: `${key.label}: ${formatFactValue(value)}`,
  status: "accepted",
  source_kind: "manual",
  confidence: 1,
  review_reason: null,
  conflicts_with: null,
  evidence: null,
  parse_run_id: null,
});

/**
 * Sets the accepted values of a key by hand: other accepted values are superseded, and new values become facts. Without
 * values, the key becomes empty. Returns the recorded and the superseded facts.
 */
export async function setByHand(
  change: LedgerChange,
  input: FactSlot & { values: readonly HandValue[]; reason: string },
): Promise<{ recorded: FactId[]; ended: FactId[] }> {
  const { itemId, values } = input;
  const key = requireKey(change, input.key);
  const accepted = await acceptedIn(change, input);
  const why = { act: "edit", by: "user", reason: input.reason } as const;
  const wanted = new Map(values.map((one) => [one.canonical as string, one]));
  const ended = accepted.filter(({ canonical }) => !wanted.has(canonical));
  for (const fact of ended) change.move(fact, "superseded", why);
  for (const fact of accepted) wanted.delete(fact.canonical);
  const supersedes = key.isList ? undefined : ended[0]?.id;
  const recorded = [...wanted.values()].map((one) =>
    change.record(manualFact(key, { ...one, itemId }), { ...why, supersedes }),
  );
  return { recorded, ended: ended.map(({ id }) => id) };
}

/**
 * Clears values that were set by hand: the facts in `stated` are superseded, and those in `replaced` are accepted again.
 * Does nothing if a fact in `stated` is no longer accepted or, for a single-valued key, if another fact is accepted.
 */
export async function clearByHand(
  change: LedgerChange,
  input: FactSlot & { stated: readonly string[]; replaced: readonly string[]; reason: string },
): Promise<void> {
  const key = requireKey(change, input.key);
  const accepted = await acceptedIn(change, input);
  const stated = accepted.filter(({ id }) => input.stated.includes(id));
  const others = accepted.filter((fact) => !stated.includes(fact));
  if (stated.length < input.stated.length || (!key.isList && others.length > 0)) return;
  const why = { act: "edit", by: "user", reason: input.reason } as const;
  for (const fact of stated) change.move(fact, "superseded", why);
  const held = new Set(others.map(({ canonical }) => canonical));
  for (const fact of await factsById(change.db, input.replaced as FactId[])) {
    if (fact.status !== "superseded" || held.has(fact.canonical)) continue;
    held.add(fact.canonical);
    change.move(fact, "accepted", { ...why, supersedes: key.isList ? undefined : stated[0]?.id });
    if (!key.isList) return;
  }
}

/** Adds values to a list key by hand, and supersedes the removed ones. The rest of the list stays unchanged. */
export async function changeListByHand(
  change: LedgerChange,
  input: FactSlot & { added: readonly HandValue[]; removed: readonly HandValue[]; reason: string },
): Promise<void> {
  const key = requireKey(change, input.key);
  const accepted = await acceptedIn(change, input);
  const why = { act: "edit", by: "user", reason: input.reason } as const;
  const isAmong = (values: readonly HandValue[], canonical: string) =>
    values.some((one) => one.canonical === canonical);
  for (const fact of accepted) if (isAmong(input.removed, fact.canonical)) change.move(fact, "superseded", why);
  for (const one of input.added) {
    if (!accepted.some(({ canonical }) => canonical === one.canonical))
      change.record(manualFact(key, { ...one, itemId: input.itemId }), why);
  }
}

const acceptedIn = ({ db, ledger }: LedgerChange, { key, itemId }: FactSlot): Promise<FactRow[]> =>
  factsOfSlots(db, { projectId: ledger.project_id, slots: [{ key, itemId }], statuses: ["accepted"] });

function requireKey({ registry }: LedgerChange, name: string): FactKey {
  const key = registry.get(name);
  if (!key) throw unknownKey(registry, name);
  return key;
}

const faults: Record<ValueFault, string> = {
  "wrong-type": "it has another type",
  "unknown-unit": "its unit is not known",
  "wrong-unit-family": "its unit measures something else",
  "unknown-option": "it is none of the options",
  unreadable: "it cannot be read",
};

/** Reads a value that a person gave; throws if it does not fit the key. */
export function readByHand(key: FactKey, raw: unknown, at: Date) {
  const read = readValue(key, raw, { at });
  if (read.ok && formatFactValue(read.value).length <= 1000) return read;
  const because = read.ok ? "it is longer than 1,000 characters" : faults[read.fault];
  const options = key.options ? ` The options are ${Object.keys(key.options).join(", ")}.` : "";
  throw new AppError(
    "invalid_input",
    `${JSON.stringify(raw)} is not a value for ${key.key} (${key.type}): ${because}.${options}`,
    {
      details: { key: key.key, type: key.type },
    },
  );
}
