import type { Tx } from "#platform";
import { fileName } from "./file-name.ts";
import { slugsLike } from "./project.store.ts";

/** Returns a slug for a project with this name. The slug differs from those of the user's other projects. */
export async function freeSlug(db: Tx, name: string): Promise<string> {
  const wanted = fileName(name, { fallback: "project" });
  const taken = await slugsLike(db, wanted);
  if (!taken.includes(wanted)) return wanted;
  let number = 2;
  while (taken.includes(`${wanted}-${number}`)) number++;
  return `${wanted}-${number}`;
}
