import { setTimeout as wait } from "node:timers/promises";
import { hash } from "../text/phrasing.ts";
import { readSeed, wholeNumberSetting } from "./settings.ts";

/** The delays of an answer, to simulate a model that takes time. */
export type Pace = { firstMs: number; restMs: number };

/**
 * DIALECTIC_REHEARSAL_LATENCY_MS is the time of a whole answer, to the millisecond. DIALECTIC_REHEARSAL_TTFT_MS (until the
 * first token) and DIALECTIC_REHEARSAL_TOKENS_PER_SECOND vary by up to a fifth, as with a provider. The seed and the answer
 * determine the variation, so that a repeated benchmark has the same delays.
 */
export function readPace(answer: { text: string; tokens: number }, env: NodeJS.ProcessEnv): Pace {
  const whole = wholeNumberSetting("DIALECTIC_REHEARSAL_LATENCY_MS", env);
  const first = wholeNumberSetting("DIALECTIC_REHEARSAL_TTFT_MS", env);
  const perSecond = wholeNumberSetting("DIALECTIC_REHEARSAL_TOKENS_PER_SECOND", env);
  const restMs = perSecond === 0 ? 0 : (1000 * answer.tokens) / perSecond;
  const vary = (ms: number, what: string): number =>
    ms * (1 + jitter * ((hash(`${readSeed(env)}/${what}/${answer.text}`) % 2001) / 1000 - 1));
  return { firstMs: vary(first, "first"), restMs: whole + vary(restMs, "rest") };
}

const jitter = 0.2;

/** Pauses before one of several portions; the pauses of all portions add up to the whole time. */
export async function pauseBefore(input: {
  portion: number;
  of: number;
  pace: Pace;
  signal: AbortSignal | undefined;
}): Promise<void> {
  input.signal?.throwIfAborted();
  const ms = dueAt(input, input.portion + 1) - dueAt(input, input.portion);
  if (ms === 0) return;
  try {
    await wait(ms, undefined, input.signal ? { signal: input.signal } : {});
  } catch (thrown) {
    // The timer throws its own AbortError, but the signal's reason is more specific.
    input.signal?.throwIfAborted();
    throw thrown;
  }
}

function dueAt({ of, pace }: { of: number; pace: Pace }, portion: number): number {
  if (portion === 0) return 0;
  const ms = pace.firstMs + (pace.restMs * portion) / Math.max(1, of);
  return Math.floor(ms / tickMs) * tickMs;
}

/** Pauses are multiples of this. Timers are only exact to about 1 ms, so hundreds of tiny pauses would take too long. */
const tickMs = 5;
