import type { Remedy } from "@dialectic/contract";

/** What to type about an error. */
export function describeRemedy(remedy: Remedy): string {
  switch (remedy.do) {
    case "see-projects":
      return '"dialectic project list" shows yours.';
    case "see-sessions":
      return '"dialectic session list" shows yours.';
    case "see-models":
      return '"dialectic models" lists them.';
    case "see-embeddings":
      return '"dialectic models embeddings" lists them.';
    case "see-keys":
      return '"dialectic models key list" shows which are.';
    case "see-board":
      return '"dialectic board" shows yours.';
    case "see-waits":
      return '"dialectic wallet" shows what waits.';
    case "see-questions":
      return `"dialectic session questions ${remedy.sessionId}" shows them.`;
    case "see-claims":
      return `"dialectic session claims ${remedy.sessionId}" shows them.`;
    case "restore-session":
      return `"dialectic session restore ${remedy.sessionId}" brings it back.`;
    case "start-stage":
      return `"dialectic stage generate ${remedy.sessionId} ${remedy.stage}" starts it.`;
    case "cancel-stage":
      return `"dialectic stage cancel ${remedy.sessionId} ${remedy.stage}" stops it.`;
    case "cancel-job":
      return `"dialectic jobs cancel ${remedy.jobId}" stops it.`;
    case "top-up":
      return `"dialectic wallet top-up ${remedy.dollars}" adds money.`;
    case "store-key":
      return `"dialectic models key set ${remedy.provider}" stores one.`;
    case "allow-host":
      return `"dialectic models allow-host ${remedy.origin}${remedy.keyEnv ? ` --key-env ${remedy.keyEnv}` : ""}" allows it.`;
    case "migrate":
      return '"dialectic migrate" does it.';
    case "export-with-old-build":
      return '"dialectic export PROJECT" of the build that made it writes one file per project.';
    case "import-with-this-build":
      return '"dialectic import FILE" of this build reads them into a new data folder or database.';
    case "examine":
      return '"dialectic doctor" looks into it.';
  }
}

/** What is wrong, and what to type about it. */
export const withRemedies = (message: string, remedies: readonly Remedy[] = []): string =>
  [message, ...remedies.map(describeRemedy)].join(" ");
