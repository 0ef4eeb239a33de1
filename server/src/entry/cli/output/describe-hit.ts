import type { MemoryHit } from "@dialectic/contract";

/** A passage with its score and location; with its project's folder if several projects were searched. */
export function describeHit(hit: MemoryHit, folder?: string): string {
  const project = folder === undefined ? "" : `${folder}: `;
  const place = `${project}${nameOf(hit)}${hit.ref ? ` ${hit.ref}` : ""}, characters ${hit.start}–${hit.end}`;
  const context = hit.context ? `${hit.context.replaceAll("\n", " › ")}\n` : "";
  return `${hit.score.toFixed(2)}  ${place}\n${context}${hit.text}`;
}

/** A document by its title, the end of its id (which `doc show` accepts) and its path; any other source by its name. */
const nameOf = ({ source, documentId, title, path }: MemoryHit): string =>
  documentId && title !== null ? `${title} (${documentId.slice(-8)}) ${path}` : source;
