import {
  describeFinding,
  formatDollars,
  type Inbox,
  type InboxAction,
  type InboxItem,
  type InboxKind,
  inboxKinds,
} from "@dialectic/contract";

/** The inbox: the counts, then each item with the commands that resolve it. */
export function describeInbox(inbox: Inbox, command: (words: string) => string): string {
  if (inbox.total === 0) return "Nothing needs you.";
  const items = inbox.items.map((item) => {
    const where = [item.projectName, item.stageName, item.since.slice(0, 16).replace("T", " ")];
    const commands = commandsFor(item).map((words) => `  ${command(words)}`);
    return [where.filter((part) => part !== null).join(" · "), `  ${describeItem(item)}`, ...commands].join("\n");
  });
  return [`${describeCounts(inbox)}.`, ...items].join("\n\n");
}

const countWords: Record<InboxKind, string> = {
  approval: "to approve",
  funds: "short of funds",
  paused: "paused",
  failed: "failed",
  "job-failed": "failed jobs",
  submit: "to submit",
  start: "to start",
  questions: "with open questions",
  claims: "with contested claims",
  findings: "with findings",
  card: "cards to keep or drop",
};

function describeCounts({ total, counts }: Inbox): string {
  const parts = inboxKinds.flatMap((kind) => (counts[kind] ? [`${counts[kind]} ${countWords[kind]}`] : []));
  return `${total} ${total === 1 ? "item needs" : "items need"} you: ${parts.join(", ")}`;
}

const several = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

/** Describes an inbox item in one or two sentences: what happened, and what the person should do. */
export function describeItem(item: InboxItem): string {
  const stage = item.stageName ?? item.stage ?? "The stage";
  switch (item.kind) {
    case "approval":
      return `${item.data.label} may cost up to ${formatDollars(item.data.amount)} and needs your approval.`;
    case "funds": {
      const { jobs, amount, limit, shortBy, ahead } = item.data;
      const first = ahead === "0" ? "" : ` Jobs that have waited longer need ${formatDollars(ahead)} first.`;
      return `Paused: ${several(jobs, "job")} ${jobs === 1 ? "needs" : "need"} ${formatDollars(amount)}, ${formatDollars(shortBy)} more than the ${limit} has.${first}`;
    }
    case "paused":
      return item.data.isStage ? `${stage} is paused. Resume it to continue.` : `${item.data.label} is paused.`;
    case "failed":
      return `${stage} failed. ${describeError(item.data)} Finished documents are kept; retry to write what is missing.`;
    case "job-failed":
      return `${item.data.label ?? "A document"} could not be ${item.data.kind === "render" ? "rendered" : "regenerated"}. ${describeError({ ...item.data, label: null })}`;
    case "submit":
      return `${stage} is finished with ${describeSubmit(item.data)}. Read it, then submit it.`;
    case "start":
      return `${stage} can start${item.data.expected && item.data.expected !== "0" ? `; expected cost about ${formatDollars(item.data.expected)}` : ""}.`;
    case "questions":
      return `${several(item.data.count, "question")} without an answer: ${item.data.first}`;
    case "claims":
      return `The syntheses disagree on ${several(item.data.count, "claim")}: ${item.data.first}`;
    case "findings":
      return `${item.data.title} has ${several(item.data.count, "finding")}. ${describeFinding(item.data.first)}`;
    case "card":
      return `Card ${item.data.number}, ${item.data.title}: ${item.data.why === "file-lost" ? "its file was deleted" : "the plan no longer contains it"}. Keep it or drop it.`;
  }
}

const describeError = ({ label, message }: { label: string | null; message: string }): string =>
  `${label ? `${label}: ` : ""}${message || "No reason was recorded."}`;

function describeSubmit({ documents, questions, claims, findings }: (InboxItem & { kind: "submit" })["data"]): string {
  const open = [
    ...(questions > 0 ? [several(questions, "open question")] : []),
    ...(claims > 0 ? [several(claims, "contested claim")] : []),
    ...(findings > 0 ? [several(findings, "finding")] : []),
  ];
  return [several(documents, "document"), ...open].join(", ");
}

/** The commands that resolve an item, without the program's name. Words in capitals are placeholders. */
export function commandsFor(item: InboxItem): string[] {
  return item.actions.flatMap((action) => commandFor(action, item));
}

function commandFor(action: InboxAction, item: InboxItem): string[] {
  switch (action.do) {
    case "approve":
      return [`jobs approve ${action.jobId} ${dollars(action.amount)}`];
    case "top-up":
      return [`wallet top-up ${dollars(action.amount)}`];
    case "raise-budget":
      return [`wallet budget ${action.sessionId} ${dollars(action.cap)}`];
    case "submit-stage":
      return [`stage submit ${action.sessionId} ${action.stage}`];
    case "start-stage":
      return [`stage generate ${action.sessionId} ${action.stage}`];
    case "retry-stage":
      return [`stage retry ${action.sessionId} ${action.stage}`];
    case "resume-stage":
      return [`stage resume ${action.sessionId} ${action.stage}`];
    case "retry-job":
      return [`jobs retry ${action.jobId}`];
    case "resume-job":
      return [`jobs resume ${action.jobId}`];
    case "answer":
      return [
        ...(action.numbers.length > 1 ? [`session questions ${action.sessionId}`] : []),
        `session answer ${action.sessionId} Q${action.numbers[0]} ANSWER`,
      ];
    case "choose":
      return [
        ...(action.numbers.length > 1 ? [`session claims ${action.sessionId} --contested`] : []),
        `session choose ${action.sessionId} C${action.numbers[0]} VERDICT`,
      ];
    case "review-document":
      return [`doc show ${action.documentId}`];
    case "accept-findings":
      return [`doc accept ${action.documentId}`];
    case "keep-card":
    case "drop-card":
      return item.kind === "card"
        ? [`board ${action.do === "keep-card" ? "keep" : "drop"} ${item.data.number} --project ${item.projectId}`]
        : [];
  }
}

/** Formats an amount without the dollar sign, because a shell would expand it. */
const dollars = (units: string): string => formatDollars(units).slice(1).replace(/\.00$/, "");
