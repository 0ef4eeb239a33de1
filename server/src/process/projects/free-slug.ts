import type { Tx } from "#platform";
import { fileName } from "./file-name.ts";
import { slugsLike } from "./project.store.ts";

/** Returns a slug for a project of this name. No other project of the acting user has it. */
export async function freeSlug(db: Tx, name: string): Promise<string> {
  const wanted = fileName(name, { fallback: "project" });
  const taken = await slugsLike(db, wanted);
  if (!taken.includes(wanted)) return wanted;
  let number = 2;
  while (taken.includes(`${wanted}-${number}`)) number++;
  return `${wanted}-${number}`;
}
