import type { Remedy } from "@dialectic/contract";

/** The command that helps with an error. */
export function describeRemedy(remedy: Remedy): string {
  switch (remedy.do) {
    case "see-projects":
      return 'Run "dialectic project list" to list your projects.';
    case "see-sessions":
      return 'Run "dialectic session list" to list your sessions.';
    case "see-models":
      return 'Run "dialectic models" to list the models.';
    case "see-embeddings":
      return 'Run "dialectic models embeddings" to list the embedding models.';
    case "see-keys":
      return 'Run "dialectic models key list" to list the stored keys.';
    case "see-board":
      return 'Run "dialectic board" to see the board.';
    case "see-waits":
      return 'Run "dialectic wallet" to see what is waiting.';
    case "see-questions":
      return `Run "dialectic session questions ${remedy.sessionId}" to list the questions.`;
    case "see-claims":
      return `Run "dialectic session claims ${remedy.sessionId}" to list the claims.`;
    case "restore-session":
      return `Run "dialectic session restore ${remedy.sessionId}" to restore it.`;
    case "start-stage":
      return `Run "dialectic stage generate ${remedy.sessionId} ${remedy.stage}" to start it.`;
    case "cancel-stage":
      return `Run "dialectic stage cancel ${remedy.sessionId} ${remedy.stage}" to stop it.`;
    case "cancel-job":
      return `Run "dialectic jobs cancel ${remedy.jobId}" to stop it.`;
    case "choose-extractor":
      return `Run "dialectic facts extractor ${remedy.projectId} MODEL" to choose a model; "dialectic models" lists them.`;
    case "top-up":
      return `Run "dialectic wallet top-up ${remedy.dollars}" to add money.`;
    case "store-key":
      return `Run "dialectic models key set ${remedy.provider}" to store a key.`;
    case "allow-host":
      return `Run "dialectic models allow-host ${remedy.origin}${remedy.keyEnv ? ` --key-env ${remedy.keyEnv}` : ""}" to allow it.`;
    case "migrate":
      return 'Run "dialectic migrate" to create them.';
    case "export-with-old-build":
      return 'With the build that created it, run "dialectic export PROJECT" for each project.';
    case "import-with-this-build":
      return 'With this build, run "dialectic import FILE" for each file, on a new data folder or database.';
    case "examine":
      return 'Run "dialectic doctor" to check the installation.';
  }
}

/** An error message, followed by the commands that help. */
export const withRemedies = (message: string, remedies: readonly Remedy[] = []): string =>
  [message, ...remedies.map(describeRemedy)].join(" ");
