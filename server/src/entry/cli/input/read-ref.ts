import { type Client, DocumentId, JobId, type NamedThing, type Noun, ProjectId, SessionId } from "@dialectic/contract";
import { AppError } from "#platform";
import { listCommands } from "./ref-help.ts";

/**
 * A thing as the user named it. Malformed names are rejected immediately; all others are looked up once there is a
 * connection.
 */
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
 * Accepts an id, its first characters (at least four), its last eight, or a project's slug. Where a session is expected, a
 * project means its newest session.
 */
export function readRef<N extends Noun>(what: N, typed = ""): Ref<IdOf[N]> {
  const whole = schemas[what].safeParse(typed);
  if (whole.success && what !== "session") return async () => whole.data;
  const name = typed
    .normalize("NFC")
    .toLowerCase()
    .replace(/^session_/, "");
  if (!isName(what, name)) throw new AppError("invalid_input", notAnId(what, typed));
  return async (client) => {
    const { items } = await client.findByName({ query: { noun: what, name } });
    const [first, ...others] = items;
    if (!first && whole.success) return whole.data; // the request that uses this id reports that it is unknown
    if (!first) {
      throw new AppError("not_found", `There is no ${what} "${typed}". ${toListThem(what)}`);
    }
    if (others.length > 0) throw new AppError("invalid_input", ambiguous(what, typed, items));
    return read(what, first.id);
  };
}

function read<N extends Noun>(what: N, id: string): IdOf[N] {
  const parsed = schemas[what].safeParse(id);
  if (!parsed.success) throw new AppError("internal", `"${id}" is not a ${what} id.`);
  return parsed.data;
}

const isName = (what: Noun, name: string): boolean =>
  what === "project" || what === "session"
    ? /^[\p{L}\p{M}\p{N}-]+$/u.test(name) // a folder name may be shorter than an id
    : name.length >= shortest && /^[0-9a-f-]+$/.test(name);

const toListThem = (what: Noun): string => `Run "dialectic ${listCommands[what]}" to list them.`;

const notAnId = (what: Noun, typed: string): string =>
  `"${typed}" is not a ${what} id. Ids look like 01a2b3c4-…; the first characters (${shortest} or more) or the last 8 are enough. ${toListThem(what)}`;

const mostShown = 5;
/** The server returns at most this many matches. */
const mostFound = 50;

/**
 * An imported project and its sessions have ids with the same endings as the originals, because file paths contain these
 * endings. Only the first characters and the folders distinguish them.
 */
function ambiguous(what: Noun, typed: string, found: readonly NamedThing[]): string {
  const shown = found.slice(0, mostShown).map(({ beginning, name, folder }) => {
    const place = folder === null ? "" : ` in ${folder}`;
    return `"${beginning}" (${what === "project" ? folder : `${name}${place}`})`;
  });
  const count = found.length < mostFound ? `${found.length}` : `at least ${mostFound}`;
  const rest = found.length > mostShown ? " or another one" : "";
  return `"${typed}" matches ${count} ${what}s. Use ${shown.join(", ")}${rest}.`;
}
