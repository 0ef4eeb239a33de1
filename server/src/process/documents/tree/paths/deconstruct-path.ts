import { constructPath, legacyPath } from "./construct-path.ts";
import { unfoldLongNames } from "./long-names.ts";
import { unslug } from "./slug.ts";
import { boardColumns, type ContributionName, type InStage, type StoredFile, type Subject } from "./stored-file.ts";
import { readTypePart, spelledTypes } from "./type-part.ts";

/** The file that belongs at a path (relative to the project's folder); null if this program writes no file to that path. */
export function deconstructPath(path: string): StoredFile | null {
  const file = read(unfoldLongNames(path));
  // The readers are lenient: they accept leading zeros, needless splits and any character. So their result counts only if
  // this version or an earlier one constructs the same path from it.
  return file && (constructPath(file) === path || legacyPath(file) === path) ? file : null;
}

type Parts = Record<string, string | undefined>;
type Reader = (parts: Parts) => StoredFile | null;

const name = "[^_+/]+";
const stage = `session_(?<session>[0-9a-f]{8})/iteration_(?<iteration>\\d{1,9})/(?<position>\\d{1,9})_(?<stage>${name})`;
const subject = `_critiquing_(?<about>${name})|_from_(?<from>[^_/]*)|_reducing_(?<reducing>[0-9a-f]{8})|_combining_(?<combining>${name})(?:_(?<order>[0-9a-f]{8}))?`;
const stem = `(?<model>${name})(?:${subject})?_(?<n>\\d{1,9})_(?<type>${spelledTypes.join("|")}|${name})`;
const suffix = "_continuation_(?<chunk>\\d{1,9})";

/** One pattern for each kind of path. The first pattern that matches a path decides. */
const readers: [RegExp, Reader][] = [
  [/^plan\.md$/, () => ({ kind: "plan" })],
  [/^plan_brief\.md$/, () => ({ kind: "brief", name: "plan" })],
  [/^project_readme\.md$/, () => ({ kind: "readme" })],
  [/^project_settings\.json$/, () => ({ kind: "settings" })],
  [pattern(`(?<name>${name})\\.md`), named("name", (name) => ({ kind: "brief", name }))],
  [pattern(`general_resource/(?<name>${name})`), named("name", (name) => ({ kind: "resource", name }))],
  [pattern(`(?<column>${boardColumns.join("|")})/(?<position>\\d{2,9})_(?<name>${name})\\.md`), readBoard],
  [pattern(`${stage}/seed_prompt\\.md`), inStage((at) => ({ kind: "seed_prompt", ...at }))],
  [pattern(`${stage}/user_feedback_${name}\\.md`), inStage((at) => ({ kind: "feedback", ...at }))],
  [
    pattern(`${stage}/(?<work>_work/)?${stem}\\.md`),
    written((of, parts) => ({ kind: "document", of, intermediate: parts.work !== undefined })),
  ],
  [
    pattern(`${stage}/_work/${stem}${suffix}\\.md`),
    written((of, parts) => ({ kind: "chunk", of, chunk: Number(parts.chunk) })),
  ],
  [
    pattern(`${stage}/_work/${stem}_version_(?<version>\\d{1,9})\\.md`),
    written((of, parts) => ({ kind: "version", of, version: Number(parts.version) })),
  ],
  [
    pattern(`${stage}/raw_responses/${stem}(?:${suffix})?_raw\\.json`),
    written((of, parts) => ({ kind: "raw", of, chunk: readChunk(parts) })),
  ],
  [
    pattern(`${stage}/_work/prompts/${stem}(?:${suffix})?_prompt\\.md`),
    written((of, parts) => ({ kind: "prompt", of, chunk: readChunk(parts) })),
  ],
  [
    pattern(`${stage}/documents/${stem}_(?<artifact>${name})\\.md`),
    written((of, parts) => named("artifact", (artifact) => ({ kind: "artifact", of, artifact }))(parts)),
  ],
];

function read(path: string): StoredFile | null {
  for (const [shape, reader] of readers) {
    const parts = shape.exec(path);
    if (parts) return reader(parts.groups ?? {});
  }
  return null;
}

function pattern(source: string): RegExp {
  return new RegExp(`^${source}$`);
}

function named(part: string, make: (text: string) => StoredFile): Reader {
  return (parts) => {
    const text = unslug(parts[part] ?? "");
    return text === null ? null : make(text);
  };
}

function inStage(make: (at: InStage) => StoredFile): Reader {
  return (parts) => {
    const at = readStage(parts);
    return at && make(at);
  };
}

function written(make: (of: ContributionName, parts: Parts) => StoredFile | null): Reader {
  return (parts) => {
    const at = readStage(parts);
    const model = unslug(parts.model ?? "");
    const subject = readSubject(parts);
    const type = readTypePart(parts.type ?? "");
    if (!at || model === null || subject === null || type === null) return null;
    return make({ ...at, model, subject, n: Number(parts.n), type }, parts);
  };
}

function readStage(parts: Parts): InStage | null {
  const stage = unslug(parts.stage ?? "");
  if (stage === null) return null;
  return { session: parts.session ?? "", iteration: Number(parts.iteration), position: Number(parts.position), stage };
}

function readSubject(parts: Parts): Subject | null {
  if (parts.reducing !== undefined) return { relation: "reducing", shortId: parts.reducing };
  if (parts.combining !== undefined) {
    const type = unslug(parts.combining);
    return type === null ? null : { relation: "combining", type, work: parts.order ?? null };
  }
  if (parts.about !== undefined) {
    const model = unslug(parts.about);
    return model === null ? null : { relation: "critiquing", model };
  }
  if (parts.from === undefined) return { relation: "alone" };
  const models = parts.from === "" ? [] : parts.from.split("+").map(unslug);
  return models.every((model) => model !== null) ? { relation: "from", models } : null;
}

function readBoard(parts: Parts): StoredFile | null {
  const column = boardColumns.find((one) => one === parts.column);
  const name = unslug(parts.name ?? "");
  return column && name !== null ? { kind: "board", column, position: Number(parts.position), name } : null;
}

const readChunk = (parts: Parts): number | null => (parts.chunk === undefined ? null : Number(parts.chunk));
