import { type Item, ItemId, type ProjectId } from "@dialectic/contract";
import { findItem, getItem } from "#items";
import { AppError, type UserDb } from "#platform";

/** Finds the item that a model names by id or name. Throws if the item belongs to another project of the user. */
export async function itemOf(
  ctx: { db: UserDb },
  { projectId, name }: { projectId: ProjectId; name: string },
): Promise<Item> {
  const id = ItemId.safeParse(name);
  const item = id.success ? await getItem(ctx, { itemId: id.data }) : await findItem(ctx, { projectId, name });
  if (item.projectId !== projectId) throw new AppError("not_found", `The project has no item ${name}.`);
  return item;
}
