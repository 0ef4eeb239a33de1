import { type FactAction, type FactId, type FactStatus, formatFactValue } from "@dialectic/contract";
import { AppError } from "#platform";
import type { LedgerCtx } from "../ctx.ts";
import type { FactKey } from "../registry/registry.ts";
import { readValue, type ValueFault } from "../values/typed-value.ts";
import { assertStatus, requireFact, rivalsOf, toAction } from "./decide-fact.ts";
import { openChange } from "./open-change.ts";

/**
 * Gives a fact another value by hand. The fact itself stays as it was said and is superseded; the value becomes a fact of its
 * own, with an author and a reason in the place of a quote.
 */
export async function editFact(
  ctx: LedgerCtx,
  input: { factId: FactId; value: unknown; reason?: string | undefined; ifStatus?: FactStatus | undefined },
): Promise<FactAction> {
  return ctx.db.tx(async (db) => {
    const { project_id: projectId } = await requireFact(db, input.factId);
    const change = await openChange(db, { projectId, onFactsChanged: ctx.onFactsChanged });
    const fact = await requireFact(db, input.factId);
    assertStatus(fact, input.ifStatus);
    const key = change.registry.get(fact.key);
    if (!key) throw new AppError("conflict", `The key ${fact.key} is not in the project's registry any more.`);
    const { value, canonical } = readByHand(key, input.value, ctx.clock.now());
    const [accepted] = fact.status === "accepted" || fact.is_list ? [] : await rivalsOf(db, fact, ["accepted"]);
    if (fact.status === "accepted" && fact.canonical === canonical) return { action: null, facts: [] };
    const why = { act: "edit", by: "user", reason: input.reason ?? "" } as const;
    for (const ended of [fact, accepted]) {
      if (ended && ended.status !== "rejected" && ended.status !== "superseded") change.move(ended, "superseded", why);
    }
    change.record(
      {
        scope: key.scope,
        item_id: fact.item_id,
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
      },
      { ...why, supersedes: fact.id },
    );
    return toAction(await change.finish());
  });
}

const faults: Record<ValueFault, string> = {
  "wrong-type": "it has another type",
  "unknown-unit": "its unit is not known",
  "wrong-unit-family": "its unit measures something else",
  "unknown-option": "it is none of the options",
  unreadable: "it cannot be read",
};

function readByHand(key: FactKey, raw: unknown, at: Date) {
  const read = readValue(key, raw, { at });
  if (read.ok && formatFactValue(read.value).length <= 1000) return read;
  const because = read.ok ? "it is longer than 1,000 characters" : faults[read.fault];
  const options = key.options ? ` The options are ${Object.keys(key.options).join(", ")}.` : "";
  throw new AppError(
    "invalid_input",
    `${JSON.stringify(raw)} is no value for ${key.key} (${key.type}): ${because}.${options}`,
    {
      details: { key: key.key, type: key.type },
    },
  );
}
