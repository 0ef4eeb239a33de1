import type { Span } from "../lines/answer-line.ts";
import type { FoundArtifact } from "./find-artifacts.ts";

/** What a model says before it writes an artifact again: “Wait, … Final version:”. */
const finalDraft =
  /(?<!\p{L})(?:(?:final|corrected|revised|definitive|clean|improved|rewritten) (?:version|answer|draft|list|output|text|artifacts?)|let me (?:rewrite|redo|write (?:it|this|that|them) (?:again|out)|start over)|(?:endgültige|finale|korrigierte|überarbeitete|verbesserte) (?:fassung|version|antwort)|version (?:finale|corrigée|révisée|définitive)|versión (?:final|corregida|revisada|definitiva)|versione (?:finale|corretta|rivista|definitiva)|versão (?:final|corrigida|revista|definitiva)|(?:definitieve|gecorrigeerde|herziene) versie|(?:slutlig|korrigerad) version|(?:окончательн|исправленн)\p{L}{1,4} (?:версия|вариант))(?!\p{L})|最终版|最終版|修正版|修订版|גרסה (?:סופית|מתוקנת)|최종 ?(?:버전|본)|수정본/iu;
const longestLine = 400;

/** True if the last line before a heading says that what follows is another draft. */
function saysFinal(before: string): boolean {
  const line = before.slice(-longestLine).trimEnd().split("\n").at(-1) ?? "";
  // A sentence that merely mentions a version is part of an artifact's text.
  return (
    /(?:[:：.…—-]|version|fassung)[*_\s]*$/iu.test(line) &&
    !/^ {0,3}(?:[-*+|]|\d+[.)]) /.test(line) &&
    finalDraft.test(line)
  );
}

/**
 * Keeps only the last draft of an artifact, if the model announced it as another draft. `superseded` are the earlier drafts:
 * like thinking, they are not part of the answer.
 */
export function lastDrafts(
  found: readonly FoundArtifact[],
  text: string,
): { artifacts: FoundArtifact[]; superseded: Span[] } {
  const superseded: Span[] = [];
  const own = found.map((one) => {
    const last = one.repeats.findLast(({ start }) => saysFinal(text.slice(one.bodyStart, start)));
    if (!last) return one;
    superseded.push({ start: one.start, end: last.start });
    const repeats = one.repeats.filter(({ start }) => start > last.start);
    const heading = text.slice(last.start, last.end);
    return { ...one, start: last.start, bodyStart: last.end, heading, rest: last.rest, repeats };
  });
  const again = own.findLastIndex(({ start }, index) => {
    const above = own[index - 1];
    return above !== undefined && saysFinal(text.slice(above.bodyStart, start));
  });
  if (again < 0) return { artifacts: own, superseded };
  const keys = new Set(own.slice(again).flatMap(({ key, isExpected }) => (isExpected ? [baseKey(key)] : [])));
  const isEarlier = ({ key, isExpected }: FoundArtifact, index: number) =>
    index < again && isExpected && keys.has(baseKey(key));
  const dropped = own.filter(isEarlier);
  const droppedKeys = new Set(dropped.map(({ key }) => key));
  const artifacts = own.flatMap((one, index) => {
    if (isEarlier(one, index)) return [];
    return [one.isExpected && droppedKeys.has(baseKey(one.key)) ? { ...one, key: baseKey(one.key) } : one];
  });
  return { artifacts, superseded: [...superseded, ...dropped.map(({ start, end }) => ({ start, end }))] };
}

const baseKey = (key: string): string => key.replace(/-\d+$/, "");
