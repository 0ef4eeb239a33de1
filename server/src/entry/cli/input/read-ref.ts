import { type Client, DocumentId, JobId, type NamedThing, type Noun, ProjectId, SessionId } from "@dialectic/contract";
import { AppError } from "#platform";
import { listCommands } from "./list-commands.ts";

/** A thing as the user named it: what cannot be a name is refused at once, the rest is looked up once there is a link. */
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
  const name = typed
    .normalize("NFC")
    .toLowerCase()
    .replace(/^session_/, "");
  if (!isName(what, name)) throw new AppError("invalid_input", noName(what, typed));
  return async (client) => {
    const { items } = await client.findByName({ query: { noun: what, name } });
    const [first, ...others] = items;
    if (!first && whole.success) return whole.data; // what asks for it says that it is not there
    if (!first) {
      throw new AppError("not_found", `There is no ${what} "${typed}": "dialectic ${listCommands[what]}" shows them.`);
    }
    if (others.length > 0) throw new AppError("invalid_input", ambiguous(what, typed, items));
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

const noName = (what: Noun, typed: string): string =>
  `"${typed}" is no id of a ${what}: it looks like 01a2b3c4-…, of which the first characters (${shortest} or more) or the last 8 will do, and "dialectic ${listCommands[what]}" shows them.`;

const mostShown = 5;
/** The server names no more than this. */
const mostFound = 50;

/**
 * A project and what was imported from its export end alike in all their ids (paths are made of those ends): only
 * beginnings and folders tell them apart.
 */
function ambiguous(what: Noun, typed: string, found: readonly NamedThing[]): string {
  const shown = found.slice(0, mostShown).map(({ beginning, name, folder }) => {
    const place = folder === null ? "" : ` in ${folder}`;
    return `"${beginning}" (${what === "project" ? folder : `${name}${place}`})`;
  });
  const count = found.length < mostFound ? `${found.length}` : `at least ${mostFound}`;
  const rest = found.length > mostShown ? " or another of them" : "";
  return `"${typed}" could be any of ${count} ${what}s: say ${shown.join(", ")}${rest}.`;
}
