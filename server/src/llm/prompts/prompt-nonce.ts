import { sha256 } from "#platform";

const length = 12;

/** The code of a stage's fences: 12 hex characters, the same for every call of the stage in this session and iteration. */
export function promptNonce(input: { sessionId: string; iteration: number; stage: string }): string {
  return sha256(JSON.stringify([input.sessionId, input.iteration, input.stage])).slice(0, length);
}

/**
 * The nonce itself, or one derived from it that no text contains. A person who has seen an earlier prompt could write its nonce into
 * a brief or a document to forge a fence.
 */
export function unusedNonce(nonce: string, texts: readonly string[]): string {
  let candidate = nonce;
  for (let attempt = 1; texts.some((text) => text.includes(candidate)); attempt += 1) {
    candidate = sha256(`${nonce}:${attempt}`).slice(0, length);
  }
  return candidate;
}
