import { AppError } from "#platform";
import { foldLegacyNames, foldLongNames } from "./long-names.ts";
import { legacySlug, slug } from "./slug.ts";
import type { ContributionName, InStage, StoredFile, Subject } from "./stored-file.ts";
import { typePart } from "./type-part.ts";

/**
 * The path of a file, relative to the project's folder. Two different files never share a path, even if case is ignored. No
 * path leads out of the folder, because every text is encoded with `slug` and every number and short id is checked.
 */
export function constructPath(file: StoredFile): string {
  return foldLongNames(place(file, slug));
}

/** The path that an earlier version of this program would have used. Older databases and exports contain such paths. */
export function legacyPath(file: StoredFile): string {
  return foldLegacyNames(place(file, legacySlug));
}

type Spell = (text: string) => string;

function place(file: StoredFile, spell: Spell): string {
  switch (file.kind) {
    case "brief":
      return file.name === "plan" ? "plan_brief.md" : `${spell(file.name)}.md`;
    case "plan":
      return "plan.md";
    case "readme":
      return "project_readme.md";
    case "settings":
      return "project_settings.json";
    case "resource":
      return `general_resource/${spell(file.name)}`;
    case "board":
      return `${file.column}/${String(counted(file.position)).padStart(2, "0")}_${spell(file.name)}.md`;
    case "seed_prompt":
      return `${stageFolder(file, spell)}/seed_prompt.md`;
    case "feedback":
      return `${stageFolder(file, spell)}/user_feedback_${spell(file.stage)}.md`;
    case "document":
      return `${stageFolder(file.of, spell)}/${file.intermediate ? "_work/" : ""}${stem(file.of, spell)}.md`;
    case "chunk":
      return `${stageFolder(file.of, spell)}/_work/${stem(file.of, spell)}${continuation(file.chunk)}.md`;
    case "version":
      return `${stageFolder(file.of, spell)}/_work/${stem(file.of, spell)}_version_${counted(file.version)}.md`;
    case "raw":
      return `${stageFolder(file.of, spell)}/raw_responses/${stem(file.of, spell)}${continuation(file.chunk)}_raw.json`;
    case "prompt":
      return `${stageFolder(file.of, spell)}/_work/prompts/${stem(file.of, spell)}${continuation(file.chunk)}_prompt.md`;
    case "artifact":
      return `${stageFolder(file.of, spell)}/documents/${stem(file.of, spell)}_${spell(file.artifact)}.md`;
  }
}

const stageFolder = (at: InStage, spell: Spell): string =>
  `session_${shortId(at.session)}/iteration_${counted(at.iteration)}/${counted(at.position)}_${spell(at.stage)}`;

const stem = (name: ContributionName, spell: Spell): string =>
  `${spell(name.model)}${subjectPart(name.subject, spell)}_${counted(name.n)}_${typePart(name.type, spell)}`;

function subjectPart(subject: Subject, spell: Spell): string {
  switch (subject.relation) {
    case "alone":
      return "";
    case "critiquing":
      return `_critiquing_${spell(subject.model)}`;
    case "from":
      return `_from_${subject.models.map(spell).join("+")}`;
    case "reducing":
      return `_reducing_${shortId(subject.shortId)}`;
    case "combining":
      return `_combining_${spell(subject.type)}${subject.work === null ? "" : `_${shortId(subject.work)}`}`;
  }
}

const continuation = (chunk: number | null): string => (chunk === null ? "" : `_continuation_${counted(chunk)}`);

function shortId(text: string): string {
  if (/^[0-9a-f]{8}$/.test(text)) return text;
  throw new AppError("invalid_input", `A short id must be eight hexadecimal digits; got ${JSON.stringify(text)}.`);
}

function counted(value: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= 999_999_999) return value;
  throw new AppError(
    "invalid_input",
    `A number in a file name must be a whole number of at most nine digits; got ${value}.`,
  );
}
