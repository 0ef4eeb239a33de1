import { type FactValue, formatFactValue, type ItemAction, type ItemId } from "@dialectic/contract";
import { clearByHand, type FactKey, type LedgerCtx, readByHand, setByHand, unknownKey } from "#ledger";
import { AppError } from "#platform";
import { changeItem } from "../record/manage-items.ts";
import type { ItemsChange } from "../record/open-items.ts";
import { readState, type State } from "../record/states.store.ts";

/**
 * Sets a value by hand. It takes precedence over facts until it is cleared; null means deliberately empty. Unless
 * `asFact` is false, it also becomes an accepted fact, so that blocks and prompts have the same value.
 */
export const overrideField = (
  ctx: LedgerCtx,
  input: {
    itemId: ItemId;
    key: string;
    value: FactValue | FactValue[] | null;
    reason?: string | undefined;
    asFact: boolean;
  },
): Promise<ItemAction> =>
  changeItem(ctx, { itemId: input.itemId, from: ["live", "archived"] }, async (change) => {
    const { itemId, reason = "" } = input;
    const key = requireItemKey(change, input.key);
    if (Array.isArray(input.value) && !key.isList) {
      throw new AppError("invalid_input", `${key.key} has one value. Give one value instead of a list.`);
    }
    const given = input.value === null ? [] : Array.isArray(input.value) ? input.value : [input.value];
    const values = given.map((one) => readByHand(key, one, ctx.clock.now()));
    const stored = values.map(({ value }) => value);
    const id = `${itemId} ${key.key}`;
    const before = await readState(change.db, "override", id);
    const made = input.asFact
      ? await setByHand(change.ledger, { key: key.key, itemId, values, reason })
      : { recorded: [], ended: [] };
    change.set("override", id, {
      value: input.value === null ? null : key.isList ? stored : (stored[0] ?? null),
      text: stored.map(formatFactValue).join(", "),
      reason,
      ...restorable(before, made),
      setAt: ctx.clock.now().toISOString(),
    });
    return { act: "override", reason };
  });

/**
 * The facts that clearing an override will supersede (`stated`) and accept again (`replaced`). `replaced` has the facts
 * that were accepted before the first override, not the values of earlier overrides.
 */
function restorable(
  before: State<"override"> | null,
  { recorded, ended }: { recorded: readonly string[]; ended: readonly string[] },
): Pick<State<"override">, "stated" | "replaced"> {
  const stillStated = before ? before.stated.filter((id) => !ended.includes(id)) : [];
  const endedFacts = ended.filter((id) => !before?.stated.includes(id));
  const replaced = [...(before?.replaced ?? []), ...endedFacts];
  return { stated: [...stillStated, ...recorded], replaced: [...new Set(replaced)] };
}

/**
 * Clears a value that was set by hand. The fact that it replaced is accepted again, unless the key's accepted facts have
 * changed since.
 */
export const clearOverride = (
  ctx: LedgerCtx,
  { itemId, key, reason = "" }: { itemId: ItemId; key: string; reason?: string | undefined },
): Promise<ItemAction> =>
  changeItem(ctx, { itemId, from: ["live", "archived"] }, async (change) => {
    const id = `${itemId} ${key}`;
    const override = await readState(change.db, "override", id);
    if (override) {
      const { stated, replaced } = override;
      await clearByHand(change.ledger, { key, itemId, stated, replaced, reason: reason || "override-cleared" });
      change.set("override", id, null);
    }
    return { act: "clear", reason };
  });

function requireItemKey({ ledger }: ItemsChange, name: string): FactKey {
  const key = ledger.registry.get(name);
  if (key?.scope === "item") return key;
  if (!key) throw unknownKey(ledger.registry, name);
  throw new AppError("invalid_input", `${name} is a key for the project, not for items.`);
}
