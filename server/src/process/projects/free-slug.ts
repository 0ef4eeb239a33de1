import type { Tx } from "#platform";
import { fileName } from "./file-name.ts";
import { slugsLike } from "./project.store.ts";

/** A slug for a project of this name that no other project of the acting user has. */
export async function freeSlug(db: Tx, name: string): Promise<string> {
  const wanted = fileName(name, { otherwise: "project" });
  const taken = await slugsLike(db, wanted);
  if (!taken.includes(wanted)) return wanted;
  let number = 2;
  while (taken.includes(`${wanted}-${number}`)) number++;
  return `${wanted}-${number}`;
}
