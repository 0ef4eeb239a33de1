import type { SessionId } from "@dialectic/contract";
import { factNumbersBefore } from "#documents";
import type { Tx } from "#platform";
import { claimsFor, questionsFor } from "./given.store.ts";
import { numberTexts, questionKey } from "./number-texts.ts";
import { type Known, type ReviewContent, readReview } from "./read-review.ts";
import * as store from "./review.store.ts";

/**
 * Collects the reviews of documents whose stage is finished or ending, and skips versions that were collected already. The
 * caller has locked the session, because numbers are assigned in order.
 */
export async function collectReview(
  db: Tx,
  input: { sessionId: SessionId; iteration: number; stages: readonly string[]; isEnding?: boolean },
): Promise<void> {
  const { sessionId, iteration, stages, isEnding = false } = input;
  for (const stage of stages) {
    for (const document of await store.unreadDocuments(db, { sessionId, iteration, stage, isEnding })) {
      const known = await knownTo(db, document, { iteration, stage });
      const said = readReview(document.markdown, known);
      await store.insertReview(db, toRows(document, said, await numbersFor(db, document, said)));
    }
  }
}

/** The ids to which a document can refer, determined by the same rules as the contents of its prompt. */
async function knownTo(
  db: Tx,
  document: store.UnreadDocument,
  at: { iteration: number; stage: string },
): Promise<Known> {
  const { lineage_id: origin, contribution_id: own } = document;
  const isGiven = (from: string) => origin === null || origin === own || from === origin;
  const reading = { ...at, sessionId: document.session_id, lineageId: null, asOf: document.as_of };
  // References to all claims of earlier stages resolve, because a claim that the prompt does not list may still occur in one
  // of its documents.
  const all = await claimsFor(db, reading);
  const claims = all.filter((claim) => isGiven(claim.contribution_id));
  const questions = await questionsFor(db, reading);
  return {
    toJudge: claims,
    numbers: {
      C: new Set(all.map(({ number }) => number)),
      D: new Set(document.source_numbers),
      F: new Set(await factNumbersBefore(db, reading)),
      Q: new Set(questions.map(({ number }) => number)),
    },
  };
}

/**
 * Claims that were in an earlier version of the document keep their numbers; new claims get the next numbers. A question
 * that any document of the session has asked before keeps its number.
 */
async function numbersFor(db: Tx, document: store.UnreadDocument, said: ReviewContent) {
  const last = await store.lastNumbers(db, document.session_id);
  const before = await store.numbersOf(db, document.contribution_id);
  const asked = await store.questionsAsked(db, document.session_id);
  const texts = said.questions.map(({ text }) => text);
  return {
    claims: numberTexts(said.claims, before.claims, last.claim),
    questions: numberTexts(texts, asked, last.question, questionKey),
  };
}

function toRows(
  document: store.UnreadDocument,
  said: ReviewContent,
  numbers: { claims: ReturnType<typeof numberTexts>; questions: ReturnType<typeof numberTexts> },
) {
  const { owner_id, session_id, contribution_id, version, model, lineage_id } = document;
  const own = { owner_id, session_id, contribution_id };
  const ofDocument = { owner_id, document_id: document.id, version };
  const { references, warnings } = said;
  return {
    claims: numbers.claims.filter(({ isNew }) => isNew).map(({ number, text }) => ({ ...own, model, number, text })),
    questions: numbers.questions.flatMap(({ number, isNew }, index) => {
      const asked = said.questions[index];
      return isNew && asked ? [{ ...own, ...asked, model, number }] : [];
    }),
    verdicts: said.verdicts.map(({ claim, ...judged }) => ({ ...own, ...judged, version, model, number: claim })),
    scores:
      lineage_id === null
        ? []
        : said.scores.map((scored, place) => ({
            ...own,
            ...scored,
            version,
            place,
            proposal_id: lineage_id,
            is_self: document.lineage_model === model,
          })),
    references: references.map((one) => ({ ...ofDocument, ...one })),
    check: {
      ...ofDocument,
      claims: numbers.claims.map(({ number }) => number),
      questions: numbers.questions.map(({ number }) => number),
      warnings,
      reference_count: references.length,
      resolved_count: references.filter(({ resolved }) => resolved).length,
    },
  };
}
