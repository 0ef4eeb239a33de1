import type { Tx } from "#platform";
import { slugsLike } from "./project.store.ts";

/** Letters and digits of the Latin alphabet, everything else a hyphen; names in other scripts become `project`. */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");
  return slug === "" || isDevice.test(slug) ? ["project", slug].filter(Boolean).join("-") : slug;
}

/** What Windows takes for a device: no folder and no file can have such a name there. */
const isDevice = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** A slug for a project of this name that no other project of the acting user has. */
export async function freeSlug(db: Tx, name: string): Promise<string> {
  const wanted = slugOf(name);
  const taken = await slugsLike(db, wanted);
  if (!taken.includes(wanted)) return wanted;
  let number = 2;
  while (taken.includes(`${wanted}-${number}`)) number++;
  return `${wanted}-${number}`;
}
