import { z } from "zod";
import { Claims, DocumentChecks, ProposalLabel, Question, Scores, Verdict } from "./claims.ts";
import { documentParams, sessionParams, stageParams } from "./params.ts";
import { listOf, type Route } from "./route.ts";

const numbered = sessionParams.extend({ number: z.coerce.number().int().min(1).max(2_000_000_000) });

/** What documents say, and what people say to that. */
export const claimsRoutes = {
  getClaims: {
    method: "get",
    path: "/api/sessions/{sessionId}/claims",
    about: "The session's claims with every verdict, which are contested, and what no synthesis has judged.",
    params: sessionParams,
    response: Claims,
  },
  getScores: {
    method: "get",
    path: "/api/sessions/{sessionId}/scores",
    about: "What critics gave each proposal, which they prefer, and who leads.",
    params: sessionParams,
    response: Scores,
  },
  getQuestions: {
    method: "get",
    path: "/api/sessions/{sessionId}/questions",
    about: "The open questions of the session's documents, with answers and defaults.",
    params: sessionParams,
    response: listOf(Question),
  },
  answerQuestion: {
    method: "post",
    path: "/api/sessions/{sessionId}/questions/{number}/answer",
    about: "Answers a question. Stages that start afterwards read the answer; the newest counts.",
    params: numbered,
    body: z.strictObject({ answer: z.string().trim().min(1).max(20_000) }),
    response: Question,
  },
  chooseVerdict: {
    method: "post",
    path: "/api/sessions/{sessionId}/claims/{number}/choose",
    about: "Decides what becomes of a claim. Stages that start afterwards keep to it; the newest choice counts.",
    params: numbered,
    body: z.strictObject({ verdict: Verdict, note: z.string().trim().max(20_000).default("") }),
    response: Claims.shape.items.element,
  },
  getDocumentChecks: {
    method: "get",
    path: "/api/documents/{documentId}/checks",
    about: "What was found wrong with a document, and which of its references lead nowhere.",
    params: documentParams,
    response: DocumentChecks,
  },
  listLabels: {
    method: "get",
    path: "/api/sessions/{sessionId}/stages/{stage}/labels",
    about: "Whose proposal stood under which label in the stage's prompts; told once the stage is finished.",
    params: stageParams,
    response: listOf(ProposalLabel),
  },
} as const satisfies Record<string, Route>;
