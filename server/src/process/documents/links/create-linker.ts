import { posix } from "node:path";
import type { ContributionId, SessionId } from "@dialectic/contract";
import type { Tx } from "#platform";
import type { TreeFile } from "../tree/project-tree.store.ts";
import { anchorOf } from "./anchor-of.ts";
import { factAnchor, type LegendEntry } from "./legend.ts";
import { linkFile } from "./link-file.ts";
import { type LinkedText, linkText, type Numbered } from "./link-text.ts";
import { citableFacts, type LinkableDocument, linkableDocuments, type Whose } from "./links.store.ts";
import { createRequirements } from "./requirements.ts";

/** The numbered claims and questions of sessions, and which of them each document states, by number. */
export type SessionNumbers = {
  claims: readonly NumberedText[];
  questions: readonly NumberedText[];
  stated: readonly { contribution_id: ContributionId; claims: readonly number[]; questions: readonly number[] }[];
};
type NumberedText = Numbered & { session_id: SessionId; contribution_id: ContributionId };

/** Implemented in the review module, which is above this one, and passed in. */
export type ReadNumbers = (db: Tx, whose: Whose) => Promise<SessionNumbers>;

/** The target of an id: a document and, for a requirement, a heading in it. A fact has no document. */
export type Target = { document: LinkableDocument | null; text: string; heading: string | null };

export type Linker = {
  /** Adds numbers, links and a legend to the file of a document; returns any other file unchanged. */
  file(file: TreeFile): TreeFile;
  /** Adds numbers and links to the text of the document at `path`, and returns the targets of its ids. */
  text(path: string, markdown: string): LinkedText & { targets: Map<string, Target> };
  /** Adds numbers and links to a text in the file `from`. Ids are resolved as in the document `source`. */
  elsewhere(
    place: { source: string; from: string },
    markdown: string,
  ): { markdown: string; entries: LegendEntry[]; unresolved: string[] };
};

/** Creates a linker for the ids in the documents of a project or session. */
export async function createLinker(db: Tx, whose: Whose, readNumbers: ReadNumbers): Promise<Linker> {
  const documents = await linkableDocuments(db, whose);
  const byPath = new Map(documents.map((one) => [one.path, one]));
  const { claims, questions, stated } = await readNumbers(db, whose);
  const numbersOf = new Map(stated.map((one) => [one.contribution_id, one]));
  const ofContribution = Map.groupBy(documents, (one) => one.contribution_id);
  const placeOf = (id: ContributionId, artifact: string): LinkableDocument | undefined => {
    const own = ofContribution.get(id) ?? [];
    return own.find((one) => one.artifact === artifact) ?? own.find((one) => one.kind === "whole");
  };
  const targets = new Map<string, Target>();
  const add = (session: SessionId, id: string, document: LinkableDocument | undefined, text: string) => {
    if (document) targets.set(`${session} ${id}`, { document, text, heading: null });
  };
  for (const one of claims) add(one.session_id, `C${one.number}`, placeOf(one.contribution_id, "claims"), one.text);
  for (const one of questions)
    add(one.session_id, `Q${one.number}`, placeOf(one.contribution_id, "open-questions"), one.text);
  for (const one of documents) {
    if (one.kind === "whole" && one.number !== null && !one.replaced) {
      add(one.session_id, `D${one.number}`, one, `${one.title} (${one.model})`);
    }
  }
  const requirementFor = createRequirements(documents);
  const facts = new Map((await citableFacts(db, whose)).map((one) => [`F${one.number}`, one]));
  // Ignores facts that were accepted after the document was written: otherwise the files of a finished stage would change.
  const factFor = ({ read_at: readAt }: LinkableDocument, id: string): Target | undefined => {
    const fact = facts.get(id);
    const isKnown = fact !== undefined && readAt !== null && fact.accepted_at <= readAt;
    return isKnown ? { document: null, text: fact.statement, heading: null } : undefined;
  };

  const text = (path: string, markdown: string) => {
    const document = byPath.get(path);
    const found = new Map<string, Target>();
    const missing = new Set<string>();
    const resolve = (id: string): boolean => {
      if (found.has(id)) return true;
      if (missing.has(id)) return false; // looked up only once, because a text may name an id a hundred thousand times
      const target =
        document &&
        (targets.get(`${document.session_id} ${id}`) ?? requirementFor(document, id) ?? factFor(document, id));
      if (target) found.set(id, target);
      else missing.add(id);
      return target !== undefined;
    };
    const numbers = document && numbersOf.get(document.contribution_id);
    const statedIn = (all: readonly NumberedText[], stated: readonly number[] = []) => {
      const wanted = new Set(stated);
      return all.filter((one) => one.session_id === document?.session_id && wanted.has(one.number));
    };
    const own = { claims: statedIn(claims, numbers?.claims), questions: statedIn(questions, numbers?.questions) };
    return { ...linkText(markdown, { resolve, own }), targets: found };
  };

  const elsewhere: Linker["elsewhere"] = ({ source, from }, markdown) => {
    const linked = text(source, markdown);
    const entries = [...linked.targets].map(([id, target]) => ({
      id,
      text: target.text,
      href: hrefOf(from, id, target),
    }));
    return { ...linked, entries };
  };

  return {
    text,
    elsewhere,
    file: ({ path, text: stored }) => {
      if (!byPath.has(path)) return { path, text: stored };
      return { path, text: linkFile(stored, (markdown) => elsewhere({ source: path, from: path }, markdown)) };
    },
  };
}

/** The link is relative to the file's folder, so that the tree can be moved. */
function hrefOf(from: string, id: string, { document, heading }: Target): string {
  if (document === null) return `#${factAnchor(id)}`;
  const anchor = heading === null ? "" : `#${anchorOf(heading)}`;
  if (document.path === from) return anchor === "" ? posix.basename(from) : anchor;
  return `${posix.relative(posix.dirname(from), document.path)}${anchor}`;
}
