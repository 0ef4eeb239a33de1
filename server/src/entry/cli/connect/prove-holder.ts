import { createSecret, isSecret, keepSecret } from "#auth";
import { type Config, type Holder, proofOf } from "#platform";

/** `stranger`: something answers there, and it does not know this folder's secret. */
export type Proof = { ok: true; secret: string } | { ok: false; reason: "silent" | "stranger" };

const answerMs = 5_000;
/** Far more than the answer takes. */
const mostBytes = 4_096;

/**
 * Whether the process at the holder's address serves exactly this folder. It is asked before anything else is sent,
 * because the file with the address may be stale, copied or planted: a question that only a process can answer which
 * knows the secret of this folder, and that tells a stranger nothing.
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

/** The proof it gives, empty if it gives none; null if nobody answers. */
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
    if (response.status === 503) return null; // it has the port and is still opening the folder
    const answer: unknown = response.ok ? JSON.parse(Buffer.concat(chunks).toString()) : null;
    return answer && typeof answer === "object" && "proof" in answer ? String(answer.proof) : "";
  } catch (error) {
    return error instanceof SyntaxError ? "" : null;
  }
}
