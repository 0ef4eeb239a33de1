import type { SessionId } from "@dialectic/contract";
import type { Tx } from "#platform";
import { claimsFor, questionsFor } from "./given.store.ts";
import { type Known, readStatements, type Statements } from "./read-statements.ts";
import * as store from "./statements.store.ts";

/**
 * Reads the documents of finished stages that were not read yet, and keeps what they say as rows. The caller has locked the
 * session: numbers are counted on, and two stages' ends must not count at once. A second call finds nothing to read.
 */
export async function collectStatements(
  db: Tx,
  input: { sessionId: SessionId; iteration: number; stages: readonly string[] },
): Promise<void> {
  for (const stage of input.stages) {
    const documents = await store.unreadDocuments(db, { ...input, stages: [stage] });
    const last = documents.length > 0 ? await store.lastNumbers(db, input.sessionId) : { claim: 0, question: 0 };
    for (const document of documents) {
      const known = await knownTo(db, document, { iteration: input.iteration, stage });
      const said = readStatements(document.markdown, known);
      await store.insertStatements(db, toRows(document, said, last));
      last.claim += said.claims.length;
      last.question += said.questions.length;
    }
  }
}

/** What the document's prompt gave it, by the same rules by which its prompt was made. */
async function knownTo(
  db: Tx,
  document: store.UnreadDocument,
  at: { iteration: number; stage: string },
): Promise<Known> {
  const isOrigin = document.lineage_id === document.contribution_id;
  const reading = { ...at, sessionId: document.session_id, lineageId: isOrigin ? null : document.lineage_id };
  const claims = await claimsFor(db, reading);
  // A claim that was not given may still stand in a document that was: it leads somewhere.
  const all = reading.lineageId === null ? claims : await claimsFor(db, { ...reading, lineageId: null });
  const questions = await questionsFor(db, { ...reading, lineageId: null });
  return {
    toJudge: claims.map(({ number }) => number),
    numbers: {
      C: new Set(all.map(({ number }) => number)),
      D: new Set(Array.from({ length: document.source_count }, (_, index) => index + 1)),
      F: new Set(),
      Q: new Set(questions.map(({ number }) => number)),
    },
  };
}

function toRows(document: store.UnreadDocument, said: Statements, last: { claim: number; question: number }) {
  const { owner_id, session_id, contribution_id, model, lineage_id } = document;
  const own = { owner_id, session_id, contribution_id };
  const ofDocument = { owner_id, document_id: document.id };
  const { references, warnings } = said;
  return {
    claims: said.claims.map((text, place) => ({ ...own, model, place, number: last.claim + place + 1, text })),
    questions: said.questions.map((asked, place) => ({
      ...own,
      ...asked,
      model,
      place,
      number: last.question + place + 1,
    })),
    verdicts: said.verdicts.map(({ claim, ...judged }) => ({ ...own, ...judged, model, number: claim })),
    scores:
      lineage_id === null
        ? []
        : said.scores.map((scored, place) => ({
            ...own,
            ...scored,
            place,
            proposal_id: lineage_id,
            is_self: document.lineage_model === model,
          })),
    references: references.map((one) => ({ ...ofDocument, ...one })),
    check: {
      ...ofDocument,
      warnings,
      reference_count: references.length,
      resolved_count: references.filter(({ resolved }) => resolved).length,
    },
  };
}
