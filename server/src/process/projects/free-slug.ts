import type { Tx } from "#platform";
import { fileName } from "./file-name.ts";
import { slugsLike } from "./project.store.ts";

/** Returns an unused slug for a project of this name of the acting user. */
export async function freeSlug(db: Tx, name: string): Promise<string> {
  const wanted = fileName(name, { fallback: "project" });
  const taken = await slugsLike(db, wanted);
  if (!taken.includes(wanted)) return wanted;
  let number = 2;
  while (taken.includes(`${wanted}-${number}`)) number++;
  return `${wanted}-${number}`;
}
