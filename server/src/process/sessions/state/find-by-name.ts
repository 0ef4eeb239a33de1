import type { NamedThing, Noun } from "@dialectic/contract";
import type { UserDb } from "#platform";
import * as store from "./names.store.ts";

const shortest = 4;
/** A name of this length may be a short id, which is the end of an id. So it is also compared with the ends of ids. */
const endLength = 8;

/**
 * Finds the things of the kind `noun` that a typed name refers to. The name of a project or session is compared with
 * folder names first. Any name is then compared with the ids of its kind and, for a session, with ids of projects.
 */
export async function findByName(
  ctx: { db: UserDb },
  input: { noun: Noun; name: string },
): Promise<{ items: NamedThing[] }> {
  const name = input.name
    .normalize("NFC")
    .toLowerCase()
    .replace(/^session_/, "");
  const { noun } = input;
  const hasFolder = noun === "project" || noun === "session";
  return ctx.db.tx(async (db) => {
    const inFolder = hasFolder ? await store.byFolder(db, { noun, folder: name }) : [];
    const rows = inFolder.length > 0 ? inFolder : await store.byId(db, { noun, match: toMatch(name) });
    const ofProject =
      rows.length === 0 && noun === "session" ? await store.newestSessionOf(db, { match: toMatch(name) }) : [];
    return { items: [...rows, ...ofProject].map(toThing) };
  });
}

/** Determines whether a name may be the beginning of an id, and whether it may be the end of one. */
function toMatch(name: string): store.IdMatch {
  const digits = name.replaceAll("-", "");
  const isBeginning = name.length >= shortest && name.length <= 36 && /^[0-9a-f]{1,32}$/.test(digits);
  return {
    beginning: isBeginning ? { text: name, low: digits.padEnd(32, "0"), high: digits.padEnd(32, "f") } : null,
    end: name.length === endLength && /^[0-9a-f]+$/.test(name) ? name : null,
  };
}

function toThing({ previous, following, ...thing }: store.NamedRow): NamedThing {
  const length = Math.max(shortest, shared(thing.id, previous) + 1, shared(thing.id, following) + 1);
  return { ...thing, beginning: thing.id.slice(0, length === endLength ? length + 1 : length) };
}

/** The length of the common prefix of two ids. */
function shared(id: string, other: string | null): number {
  let length = 0;
  while (other !== null && length < id.length && id[length] === other[length]) length += 1;
  return length;
}
