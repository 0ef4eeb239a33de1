import type { DocumentId, DocumentSummary } from "@dialectic/contract";
import { table } from "../table.ts";
import { countFindings, openOf } from "./describe-findings.ts";

const headings = ["id", "model", "words", "state", "title"];

/** For documents with the same title: what distinguishes each of them, such as `on rehearsal/atlas`. */
export type Subjects = ReadonlyMap<DocumentId, string>;

/** One table per stage; with several iterations, one per stage of each iteration. */
export function describeDocuments(documents: readonly DocumentSummary[], subjects: Subjects = new Map()): string {
  if (documents.length === 0) return table(headings, []);
  const iterations = new Set(documents.map((one) => one.iteration)).size;
  const byStage = Map.groupBy(documents, (one) =>
    iterations > 1 ? `${one.stage}, iteration ${one.iteration}` : one.stage,
  );
  return [...byStage]
    .map(
      ([stage, own]) =>
        `${stage}\n${table(
          headings,
          own.map((one) => toRow(one, subjects)),
        )}`,
    )
    .join("\n\n");
}

function toRow(one: DocumentSummary, subjects: Subjects): string[] {
  const subject = subjects.get(one.id);
  const title = subject === undefined ? one.title : `${one.title} ${subject}`;
  return [one.id, one.model, String(one.words), stateOf(one), title];
}

/**
 * What a reader should know about a document: whether it is replaced, regenerating, stale or edited, and its open
 * findings.
 */
function stateOf(document: DocumentSummary): string {
  const { replacedBy, regenerating, stale, version } = document;
  if (replacedBy) return "replaced";
  if (regenerating) return "regenerating";
  const open = openOf(document).length;
  return [
    ...(open > 0 ? [countFindings(open)] : []),
    ...(stale ? ["stale"] : version > 1 ? [`edited, version ${version}`] : []),
  ].join(", ");
}
