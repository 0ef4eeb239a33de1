import { type InboxAction, InboxItem, inWholeDollars } from "@dialectic/contract";
import type { InboxRow } from "./inbox.store.ts";

/** Converts a row to the API's form. The actions are arguments of API operations, so that every client can execute them. */
export function toInboxItem(row: InboxRow): InboxItem {
  const known = { ...row.data, ...row.details };
  const { data, actions } = describe(row, known);
  return InboxItem.parse({
    kind: row.kind,
    id: row.id,
    projectId: row.project_id,
    projectName: row.project_name,
    sessionId: row.session_id,
    stage: row.stage,
    stageName: row.stage_name,
    iteration: row.iteration,
    since: new Date(row.since).toISOString(),
    data,
    actions,
  });
}

type Known = Record<string, unknown>;
/**
 * Deliberately loosely typed: the caller parses the values with the contract's schema, which checks ids and amounts as well.
 */
type Described = { data: Known; actions: Known[] };

function describe(row: InboxRow, known: Known): Described {
  const { subject, session_id: sessionId, stage } = row;
  const at = { sessionId, stage };
  const act = (verb: InboxAction["do"], input: Known): Known => ({ do: verb, ...input });
  switch (row.kind) {
    case "approval":
      return {
        data: { jobId: subject, ...known },
        actions: [act("approve", { jobId: subject, amount: known["amount"] })],
      };
    case "funds":
      return funds(row, known);
    case "paused": {
      const resume = known["isStage"] ? act("resume-stage", at) : act("resume-job", { jobId: subject });
      return { data: { jobId: subject, ...known }, actions: [resume] };
    }
    case "failed":
      return { data: known, actions: [act("retry-stage", at)] };
    case "job-failed":
      return {
        data: { jobId: subject, ...known },
        actions: [act("retry-job", { jobId: subject })],
      };
    case "submit": {
      const { documents, questions, claims, findings } = known;
      const data = { documents, questions: questions ?? 0, claims: claims ?? 0, findings: findings ?? 0 };
      return { data, actions: [act("submit-stage", at)] };
    }
    case "start":
      return { data: { expected: known["expected"] ?? null }, actions: [act("start-stage", at)] };
    case "questions":
    case "claims": {
      const numbers = Array.isArray(known["numbers"]) ? known["numbers"] : [];
      const verb = row.kind === "questions" ? "answer" : "choose";
      return { data: { count: numbers.length, first: known["first"] }, actions: [act(verb, { ...at, numbers })] };
    }
    case "findings": {
      const { title, model, count, ...first } = known;
      const document = { documentId: subject };
      return {
        data: { ...document, title, model, count, first },
        actions: [act("review-document", document), act("accept-findings", document)],
      };
    }
    case "card": {
      const card = { cardId: subject };
      return { data: { ...card, ...known }, actions: [act("keep-card", card), act("drop-card", card)] };
    }
  }
}

/** The amount with which these jobs can continue, rounded up to whole dollars. */
function funds({ session_id: sessionId }: InboxRow, known: Known): Described {
  const amountOf = (name: string): bigint => BigInt(String(known[name] ?? 0));
  const { jobs, amount, limit } = known;
  const [own, room, through] = [amountOf("amount"), amountOf("room"), amountOf("through")];
  const isBudget = limit === "budget" && known["cap"] !== undefined;
  const data = { jobs, amount, limit, shortBy: String(own - room), ahead: String(isBudget ? 0n : through - own) };
  if (isBudget) {
    const cap = inWholeDollars(amountOf("cap") - room + own);
    return { data, actions: [{ do: "raise-budget", sessionId, cap }] };
  }
  return { data, actions: [{ do: "top-up", amount: inWholeDollars(through - room) }] };
}
