import { describeFinding, type InboxAction, type InboxItem, type InboxKind } from "@dialectic/contract";
import { formatAmount, formatEstimate, formatNumber } from "../../ui/format.ts";
import type { IconName } from "../../ui/icon.tsx";

/** The names of the kinds, for the filter. */
export const kindNames: Record<InboxKind, string> = {
  approval: "Approve",
  funds: "Funds",
  paused: "Paused",
  failed: "Failed",
  "job-failed": "Failed documents",
  submit: "Submit",
  start: "Start",
  questions: "Questions",
  claims: "Claims",
  findings: "Findings",
  card: "Cards",
};

export const kindIcons: Record<InboxKind, IconName> = {
  approval: "pause",
  funds: "wallet",
  paused: "pause",
  failed: "warning",
  "job-failed": "warning",
  submit: "right",
  start: "play",
  questions: "quote",
  claims: "merge",
  findings: "warning",
  card: "list",
};

/** Describes an inbox item: the title names the situation, and the text gives the details in one or two sentences. */
export function describeItem(item: InboxItem): { title: string; text: string } {
  const stage = item.stageName ?? item.stage ?? "The stage";
  switch (item.kind) {
    case "approval":
      return {
        title: "Paused before spending",
        text: `${item.data.label} may cost up to ${formatAmount(item.data.amount)}. Nothing is spent until you approve it.`,
      };
    case "funds": {
      const { jobs, amount, limit, shortBy, ahead } = item.data;
      const first = ahead === "0" ? "" : `, and jobs that have waited longer need ${formatAmount(ahead)} first`;
      const need = `${formatNumber(jobs, "job")} ${jobs === 1 ? "needs" : "need"} ${formatAmount(amount)}${first}.`;
      return limit === "wallet"
        ? { title: `${formatAmount(shortBy)} short`, text: `${need} Add money, and work continues automatically.` }
        : { title: "The budget is reached", text: `${need} Raise the budget, and work continues automatically.` };
    }
    case "paused":
      return item.data.isStage
        ? { title: `${stage} is paused`, text: "You paused this stage. Resume it to continue." }
        : { title: `${item.data.label} is paused`, text: "Resume it to continue." };
    case "failed":
      return { title: `${stage} failed`, text: `${describeError(item.data)} Finished documents are kept.` };
    case "job-failed": {
      const what = item.data.kind === "render" ? "rendered" : "regenerated";
      return { title: `A document could not be ${what}`, text: describeError(item.data) };
    }
    case "submit":
      return { title: `${stage} is ready to submit`, text: `${listOpen(item.data)}.` };
    case "start":
      return { title: `${stage} can start`, text: "The previous stage is submitted." };
    case "questions":
      return {
        title: item.data.count === 1 ? "A question is open" : `${formatNumber(item.data.count, "question")} are open`,
        text: item.data.first,
      };
    case "claims":
      return {
        title: `The syntheses disagree on ${item.data.count === 1 ? "a claim" : formatNumber(item.data.count, "claim")}`,
        text: item.data.first,
      };
    case "findings": {
      const more = item.data.count > 1 ? ` ${formatNumber(item.data.count - 1, "more finding")}.` : "";
      return { title: `${item.data.title} is not complete`, text: `${describeFinding(item.data.first)}${more}` };
    }
    case "card":
      return {
        title: `Card ${item.data.number}, ${item.data.title}`,
        text: item.data.why === "file-lost" ? "Its file was deleted." : "The plan no longer contains it.",
      };
  }
}

const describeError = ({ label, message }: { label: string | null; message: string }): string =>
  `${label ? `${label}: ` : ""}${message || "No reason was recorded."}`;

type Submit = Extract<InboxItem, { kind: "submit" }>["data"];

const openParts = ({ questions, claims, findings }: Submit): string[] => [
  ...(questions > 0 ? [formatNumber(questions, "open question")] : []),
  ...(claims > 0 ? [formatNumber(claims, "contested claim")] : []),
  ...(findings > 0 ? [formatNumber(findings, "finding")] : []),
];

const listOpen = (data: Submit): string =>
  [formatNumber(data.documents, "document"), ...(openParts(data).length > 0 ? openParts(data) : ["nothing open"])].join(
    ", ",
  );

/** The labels of a button: before the click, while it is busy, and when it is done. */
export type ActionWords = { label: string; busy: string; done: string };

/** The labels for an action's button; null if the action takes more than a click: a text, a choice or a review. */
export function nameAction(action: InboxAction, item: InboxItem): ActionWords | null {
  switch (action.do) {
    case "approve":
      return { label: `Approve ${formatAmount(action.amount)}`, busy: "Approving…", done: "Approved" };
    case "top-up":
      return { label: `Add ${formatAmount(action.amount)}`, busy: "Adding…", done: "Added" };
    case "raise-budget":
      return { label: `Raise to ${formatAmount(action.cap)}`, busy: "Raising…", done: "Raised" };
    case "submit-stage":
      return { label: "Submit", busy: "Submitting…", done: "Submitted" };
    case "start-stage": {
      const expected = item.kind === "start" ? item.data.expected : null;
      const price = expected === null || expected === "0" ? "" : ` ≈\u00a0${formatEstimate(expected)}`;
      return { label: `Start${price}`, busy: "Starting…", done: "Started" };
    }
    case "retry-stage":
    case "retry-job":
      return { label: "Retry", busy: "Retrying…", done: "Retried" };
    case "resume-stage":
    case "resume-job":
      return { label: "Resume", busy: "Resuming…", done: "Resumed" };
    case "accept-findings":
      return { label: "Accept as it is", busy: "Accepting…", done: "Accepted" };
    case "keep-card":
      return { label: "Keep", busy: "Keeping…", done: "Kept" };
    case "drop-card":
      return { label: "Drop", busy: "Dropping…", done: "Dropped" };
    case "answer":
    case "choose":
    case "review-document":
      return null;
  }
}

/** What an action would lose permanently; null if it loses nothing and needs no confirmation. */
export function describeLoss(action: InboxAction, item: InboxItem): { text: string; confirm: string } | null {
  if (action.do === "drop-card") {
    return { text: "The card is removed from the board permanently.", confirm: "Drop the card" };
  }
  if (action.do !== "submit-stage" || item.kind !== "submit" || openParts(item.data).length === 0) return null;
  const { questions, claims } = item.data;
  const consequences = [
    ...(questions > 0 ? ["Unanswered questions get their defaults."] : []),
    ...(claims > 0 ? ["The next stage decides contested claims."] : []),
  ];
  return {
    text: [`It has ${openParts(item.data).join(", ")}.`, ...consequences].join(" "),
    confirm: "Submit anyway",
  };
}
