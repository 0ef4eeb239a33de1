import { type Client, DocumentId, JobId, ProjectId, SessionId } from "@dialectic/contract";
import { AppError } from "#platform";
import { type Candidate, candidates, type Noun, newestSession } from "./candidates.ts";
import { whereShown } from "./where-shown.ts";

/** A thing as the user named it: what is no name at all is refused at once, the rest is looked up once there is a link. */
export type Ref<Id> = (client: Client) => Promise<Id>;

type IdOf = { project: ProjectId; session: SessionId; document: DocumentId; job: JobId };
type Schema<Id> = { safeParse(value: unknown): { success: true; data: Id } | { success: false } };
const schemas: { [N in Noun]: Schema<IdOf[N]> } = {
  project: ProjectId,
  session: SessionId,
  document: DocumentId,
  job: JobId,
};

const shortest = 4;

/**
 * An id, its beginning (four characters at least), its last eight characters, or a project's slug. Where a session is
 * asked for, a project means its newest one.
 */
export function readRef<N extends Noun>(what: N, typed = ""): Ref<IdOf[N]> {
  const whole = schemas[what].safeParse(typed);
  if (whole.success && what !== "session") return async () => whole.data;
  if (whole.success) return async (client) => read(what, (await newestSession(client, typed)) ?? typed);
  const name = typed
    .normalize("NFC")
    .toLowerCase()
    .replace(/^session_/, "");
  if (!isName(what, name)) throw new AppError("invalid_input", noName(what, typed));
  return async (client) => {
    const all = await candidates[what](client);
    const found = meant(all, name);
    const [first, ...others] = found;
    if (!first) {
      throw new AppError("not_found", `There is no ${what} "${typed}": "dialectic ${whereShown[what]}" shows them.`);
    }
    if (others.length > 0) throw new AppError("invalid_input", ambiguous(what, typed, { found, all }));
    return read(what, first.id);
  };
}

function read<N extends Noun>(what: N, id: string): IdOf[N] {
  const parsed = schemas[what].safeParse(id);
  if (!parsed.success) throw new AppError("internal", `"${id}" is no id of a ${what}.`);
  return parsed.data;
}

const isName = (what: Noun, name: string): boolean =>
  what === "project" || what === "session"
    ? /^[\p{L}\p{M}\p{N}-]+$/u.test(name) // a folder may have a short name
    : name.length >= shortest && /^[0-9a-f-]+$/.test(name);

/** A folder goes before ids that look like it, and a thing's own id before its project's. */
function meant(all: readonly Candidate[], name: string): Candidate[] {
  const exact = all.find((one) => one.slug === name);
  if (exact) return [exact];
  const own = all.filter((one) => isIdOf(one.id, name));
  return own.length > 0 ? own : all.filter(({ newestOf = "" }) => isIdOf(newestOf, name));
}

const isIdOf = (id: string, name: string): boolean =>
  (name.length >= shortest && id.startsWith(name)) || (name.length === 8 && id.endsWith(name));

const noName = (what: Noun, typed: string): string =>
  `"${typed}" is no id of a ${what}: it looks like 01a2b3c4-…, of which the first characters (${shortest} or more) or the last 8 will do, and "dialectic ${whereShown[what]}" shows them.`;

/**
 * A project and what was imported from its export end alike in all their ids (paths are made of those ends): only
 * beginnings and folders tell them apart. The beginnings are as long as they need to be, to be typed.
 */
function ambiguous(
  what: Noun,
  typed: string,
  { found, all }: { found: readonly Candidate[]; all: readonly Candidate[] },
): string {
  const shown = found.slice(0, 5).map((one) => {
    const folder = one.folder === undefined ? "" : ` in ${one.folder}`;
    return `"${beginning(one, all)}" (${what === "project" ? one.folder : `${one.name}${folder}`})`;
  });
  const rest = found.length > shown.length ? ` and ${found.length - shown.length} more` : "";
  return `"${typed}" could be any of ${found.length} ${what}s: say ${shown.join(", ")}${rest}.`;
}

/** The fewest first characters that mean this one alone; eight would be taken for an end, too, where they are one. */
function beginning({ id }: Candidate, all: readonly Candidate[]): string {
  for (let length = shortest; length < id.length; length += 1) {
    const start = id.slice(0, length);
    const [found, ...others] = meant(all, start);
    if (found?.id === id && others.length === 0) return start;
  }
  return id;
}
