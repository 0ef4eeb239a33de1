import type { NamedThing, Noun } from "@dialectic/contract";
import type { UserDb } from "#platform";
import * as store from "./names.store.ts";

const shortest = 4;
/** A beginning of this length would also be looked for among the ends of ids. */
const endLength = 8;

/**
 * What a name that a person typed can mean. A folder name goes before ids that look like it, and a session's own id before that
 * of its project.
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

/** Which ids a name is the beginning or the end of. */
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

/** How many first characters two ids have in common. */
function shared(id: string, other: string | null): number {
  let length = 0;
  while (other !== null && length < id.length && id[length] === other[length]) length += 1;
  return length;
}
