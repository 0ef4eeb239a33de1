import { createSecret, isSecret, keepSecret } from "#access";
import { type Config, type Holder, proofOf } from "#platform";

/** `stranger`: a program answers at the address, but does not know this folder's secret. */
export type Proof = { ok: true; secret: string } | { ok: false; reason: "silent" | "stranger" };

const answerMs = 5_000;
/** The most that is read of an answer; a valid answer is far shorter. */
const mostBytes = 4_096;

/**
 * Checks that the process at the holder's address serves exactly this folder, before anything else is sent: the file with
 * the address may be stale, copied or planted. Only a process that knows the folder's secret can answer the challenge, and
 * the challenge reveals nothing.
 */
export async function proveHolder({ dataDir }: Config, { address }: Holder): Promise<Proof> {
  const url = address === null ? null : URL.parse(address);
  if (!url) return { ok: false, reason: "silent" };
  if (url.protocol !== "http:" || url.hostname !== "127.0.0.1") return { ok: false, reason: "stranger" };
  const challenge = createSecret();
  const answer = await ask(new URL(`/api/health?challenge=${challenge}`, url.origin));
  if (answer === null) return { ok: false, reason: "silent" };
  const secret = keepSecret(dataDir);
  const wanted = proofOf({ dataDir, secret, port: Number(url.port || 80), challenge });
  return isSecret(wanted, answer) ? { ok: true, secret } : { ok: false, reason: "stranger" };
}

/**
 * Asks the process at this address to prove that it can read the folder. Returns the proof, an empty string if the answer has
 * none, or null if nothing answers.
 */
async function ask(url: URL): Promise<string | null> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(answerMs) });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > mostBytes) return "";
    }
    if (response.status === 503) return null; // the holder listens, but is still opening the folder
    const answer: unknown = response.ok ? JSON.parse(Buffer.concat(chunks).toString()) : null;
    return answer && typeof answer === "object" && "proof" in answer ? String(answer.proof) : "";
  } catch (error) {
    return error instanceof SyntaxError ? "" : null;
  }
}
