import type { LinkableDocument } from "./links.store.ts";

type Found = { document: LinkableDocument; text: string; heading: string };

/**
 * Finds the requirement that an id in a document refers to: one of this document, or else one of an earlier stage. Technical
 * requirements take precedence over the requirements of a synthesis, and those of the lead model over those of other models.
 */
export function createRequirements(documents: readonly LinkableDocument[]) {
  const sources = documents
    .filter((one) => one.requirements !== null && !one.replaced)
    .map((document) => ({ document, headings: headingsIn(document.requirements ?? "") }))
    .toSorted((one, other) => rankOf(other.document) - rankOf(one.document));
  return (reader: LinkableDocument, id: string): Found | undefined => {
    if (!id.startsWith("R-")) return undefined;
    const own = sources.filter(({ document }) => document.contribution_id === reader.contribution_id);
    const earlier = sources.filter(
      ({ document }) => document.session_id === reader.session_id && isBefore(document, reader),
    );
    const source = [...own, ...earlier].find(({ headings }) => headings.has(id));
    const heading = source?.headings.get(id);
    return source && heading ? { document: source.document, text: textOf(heading), heading } : undefined;
  };
}

const isBefore = (one: LinkableDocument, reader: LinkableDocument): boolean =>
  one.stage !== reader.stage && (one.number ?? 0) < (reader.number ?? Number.POSITIVE_INFINITY);

/** Ranks technical requirements highest, then the lead model's documents, then documents with higher (later) numbers. */
const rankOf = ({ artifact, leads, number }: LinkableDocument): number =>
  (artifact === "technical-requirements" ? 2e9 : 0) + (leads ? 1e9 : 0) + (number ?? 0);

function headingsIn(markdown: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, heading = "", id = ""] of markdown.matchAll(/^#{2,6}[ \t]+((R-\d{1,4})\b[^\n]{0,300})$/gm)) {
    if (!found.has(id)) found.set(id, heading.trim());
  }
  return found;
}

/** The requirements that a document states under headings, in order. */
export const requirementTitles = (markdown: string): { id: string; title: string }[] =>
  [...headingsIn(markdown)].map(([id, heading]) => ({ id, title: textOf(heading) }));

const textOf = (heading: string): string => heading.replace(/^R-\d+[\s:.–—-]*/, "");
