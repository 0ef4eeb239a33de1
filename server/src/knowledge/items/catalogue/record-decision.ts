import type { CatalogueId } from "@dialectic/contract";
import { changeListByHand, factsOfItemKey, type LedgerCtx, readByHand } from "#ledger";
import type { Tx } from "#platform";
import type { ItemsChange } from "../record/open-items.ts";
import { catalogueRows } from "./catalogue.store.ts";

/** The name of a line or an item, and the entry of the catalogue that it is linked to. */
type Link = { name: string; entry: string };

export async function linkOf(db: Tx, line: { name: string; catalogueId: string | null }): Promise<Link | null> {
  if (line.catalogueId === null) return null;
  const [row] = await catalogueRows(db, { ids: [line.catalogueId as CatalogueId] });
  return row ? { name: line.name, entry: row.name } : null;
}

const decisions = "item.decisions.chosen";

/** Records a link as a decision in the item's decisions block, in the same change, so that one undo reverts both. */
export async function recordDecision(
  ctx: Pick<LedgerCtx, "clock">,
  { ledger }: ItemsChange,
  {
    itemId,
    from,
    to,
    reason = "",
  }: { itemId: string; from: Link | null; to: Link | null; reason?: string | undefined },
): Promise<void> {
  const key = ledger.registry.get(decisions);
  if (!key || (from?.name === to?.name && from?.entry === to?.entry)) return;
  const stated = (texts: readonly string[]) => texts.map((text) => readByHand(key, text, ctx.clock.now()));
  const added = stated(to ? [textOf(to)] : []);
  const removed = stated(from ? await decisionsAbout(ledger, { itemId, link: from }) : []);
  await changeListByHand(ledger, { key: decisions, itemId, added, removed, reason });
}

const textOf = ({ name, entry }: Link): string => `"${name}" is "${entry}" of the catalogue`;

/**
 * Returns the text of the decision that states this link. If there is none, because the entry has been renamed since,
 * returns the texts of the decisions that link the same name to any entry.
 */
async function decisionsAbout(
  { db, ledger }: ItemsChange["ledger"],
  { itemId, link }: { itemId: string; link: Link },
): Promise<string[]> {
  const projectId = ledger.project_id;
  const facts = await factsOfItemKey(db, { projectId, key: decisions, itemId, statuses: ["accepted"] });
  const texts = facts.flatMap(({ value }) => (typeof value === "string" ? [value] : []));
  if (texts.includes(textOf(link))) return [textOf(link)];
  return texts.filter((text) => text.startsWith(`"${link.name}" is "`) && text.endsWith('" of the catalogue'));
}
