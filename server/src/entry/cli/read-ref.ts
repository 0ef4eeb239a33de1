import { type Client, DocumentId, JobId, ProjectId, SessionId } from "@dialectic/contract";
import { AppError } from "#platform";
import { type Candidate, candidates, type Noun } from "./candidates.ts";

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

const whereShown = {
  project: "project list",
  session: "session list",
  document: "doc list <session>",
  job: "jobs list",
};
const shortest = 4;

/** An id, its beginning (four characters at least), its last eight characters, or a project's slug. */
export function readRef<N extends Noun>(what: N, typed = ""): Ref<IdOf[N]> {
  const schema = schemas[what];
  const whole = schema.safeParse(typed);
  if (whole.success) return async () => whole.data;
  const name = typed.toLowerCase().replace(/^session_/, "");
  if (!isName(what, name)) throw new AppError("invalid_input", noName(what, typed));
  return async (client) => {
    const all = await candidates[what](client);
    const found = all.filter((one) => isCalled(one, name));
    const exact = found.find((one) => one.slug === name);
    const [first, ...others] = exact ? [exact] : found;
    if (!first) {
      throw new AppError("not_found", `There is no ${what} "${typed}": "dialectic ${whereShown[what]}" shows them.`);
    }
    if (others.length > 0) throw new AppError("invalid_input", ambiguous(what, typed, { found, all }));
    const id = schema.safeParse(first.id);
    if (!id.success) throw new AppError("internal", `"${first.id}" is no id of a ${what}.`);
    return id.data;
  };
}

const isName = (what: Noun, name: string): boolean =>
  name.length >= shortest && (what === "project" ? /^[a-z0-9-]+$/ : /^[0-9a-f-]+$/).test(name);

const isCalled = ({ id, slug }: Candidate, name: string): boolean =>
  id.startsWith(name) || (name.length === 8 && id.endsWith(name)) || slug === name;

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
  const others = all.filter((one) => one.id !== id);
  for (let length = shortest; length < id.length; length += 1) {
    const start = id.slice(0, length);
    if (!others.some((one) => isCalled(one, start))) return start;
  }
  return id;
}
