import type { Notification } from "@dialectic/contract";
import { shareOf } from "../../parts/money/describe-payment.ts";
import { formatAmount, formatNumber } from "../../ui/format.ts";

/** Describes a notification in one or two sentences. */
export function describeNotification({ kind, data }: Notification): string {
  switch (kind) {
    case "stage.started":
      return `${data.label} started: ${formatNumber(data.documents, "document")} to write.`;
    case "stage.finished":
      return `${data.label} is finished.${data.submit ? " Read it, then submit it to continue." : ""}`;
    case "stage.failed":
      return `${data.label} failed. ${reason(data)} Finished documents are kept; retry to write the missing documents.`;
    case "stage.paused":
      return `${data.label} is paused. Resume it to continue.`;
    case "document.started":
      return `${data.label} is being written.`;
    case "document.retrying":
      return `${data.label} is retried. ${reason(data)}`;
    case "document.continued":
      return `${data.label} was cut off and is continued.`;
    case "document.corrected":
      return `${data.label}: parts of the answer are missing or could not be read, and the model is asked for them once more.`;
    case "document.finished":
      return `${data.title} by ${data.model} is written.`;
    case "document.failed":
      return `${data.label} failed. ${reason(data)} Retry it once the cause is resolved.`;
    case "render.failed":
      return `${data.label} failed; the document itself is safe. ${reason(data)}`;
    case "approval.needed":
      return `${data.label} needs your approval${data.amount === null ? "" : ` to spend ${formatAmount(data.amount)}${shareOf(data.amount, data.balance)}`}.`;
    case "funds.short":
      return `${data.label} is paused: it needs ${amountOf(data)} and ${formatAmount(data.free)} is free. Add money to continue.`;
    case "budget.reached":
      return `The budget of ${formatAmount(data.cap)} is reached: ${data.label} needs ${amountOf(data)} and ${formatAmount(data.free)} is left. Raise the budget to continue.`;
    case "work.resumed":
      return `${data.label} continues.`;
    case "card.merged":
      return `Card ${data.number}, ${data.title}: both its file and the board had changed. All ticks are kept.`;
    case "card.offered":
      return `Card ${data.number}, ${data.title}: ${data.why === "file-lost" ? "its file was deleted" : "the plan no longer contains it"}. Keep it or drop it.`;
    case "card.changed":
      return `Card ${data.number}, ${data.title}: the plan no longer contains ${data.gone.join(", ")}. The card stays as it is.`;
    case "parse.failed":
      return `Facts could not be extracted from something you said. ${reason(data)} Your text is kept; you can have it read again.`;
    case "fact.disputed":
      return `${data.statement} (F${data.number}) contradicts an accepted fact, which stays until you choose.`;
  }
}

/** The page where the reader can act on the notification; null if there is none. */
export function placeOf(notification: Notification): string | null {
  const { kind, data, projectId, sessionId, stage } = notification;
  if (kind === "document.finished") return `/documents/${data.documentId}`;
  if (kind.startsWith("card.")) return `/projects/${projectId}/board`;
  if (sessionId) return `/sessions/${sessionId}${stage ? `?stage=${encodeURIComponent(stage)}` : ""}`;
  return kind === "approval.needed" || kind === "funds.short" || kind === "budget.reached" ? "/wallet" : null;
}

const reason = ({ message }: { message: string | null }): string => message ?? "No reason was recorded.";

const amountOf = ({ amount }: { amount: string | null }): string => (amount === null ? "more" : formatAmount(amount));
