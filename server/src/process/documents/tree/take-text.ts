import { sha256 } from "#platform";
import { replaceArtifact } from "../artifacts/artifacts.ts";
import { unlinkText } from "../links/unlink-text.ts";
import { asInFile, hashWritten, withoutFrontMatter } from "./front-matter.ts";

/**
 * `changed`: the document has a newer version than the one that was edited. `unknown`: the file does not state which version
 * was edited.
 */
export type TakenText = { ok: true; markdown: string } | { ok: false; reason: "changed" | "unknown" };

/**
 * Determines the text that a document gets from a file that a person edited in a project's folder. If the file is an
 * artifact (`part`), only this artifact of the document changes. `isBaseSaid`: the person named the version on which the
 * edit is based.
 */
export function takeText(input: {
  file: string;
  whole: { markdown: string; version: number };
  part: { key: string; title: string; markdown: string } | null;
  isBaseSaid: boolean;
}): TakenText {
  const { file, whole, part, isBaseSaid } = input;
  const began = hashWritten(file);
  const isCurrent = began === sha256(asInFile((part ?? whole).markdown));
  if (!isBaseSaid && began === null && whole.version > 1) return { ok: false, reason: "unknown" };
  if (!isBaseSaid && began !== null && !isCurrent) return { ok: false, reason: "changed" };
  const text = unlinkText(withoutFrontMatter(file), (part ?? whole).markdown);
  if (!part) return { ok: true, markdown: text };
  const headed = /^\s*#[ \t]/.test(text) ? text : `# ${part.title}\n\n${text}`;
  return { ok: true, markdown: replaceArtifact(whole.markdown, part.key, headed) };
}
