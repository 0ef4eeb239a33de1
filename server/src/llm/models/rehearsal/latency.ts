import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "#platform";

/** How long a call is made to take, for trying out how the program behaves with a model that is not instant. */
export function readLatency(env: NodeJS.ProcessEnv = process.env): number {
  const value = env.DIALECTIC_REHEARSAL_LATENCY_MS ?? "0";
  if (/^\d{1,7}$/.test(value.trim())) return Number(value);
  throw new AppError(
    "invalid_input",
    `DIALECTIC_REHEARSAL_LATENCY_MS is “${value}”: it must be a whole number of milliseconds, such as 250.`,
  );
}

/** The pause before one of several portions; all of them together take the whole time. */
export async function pauseBefore(input: {
  portion: number;
  of: number;
  totalMs: number;
  signal: AbortSignal | undefined;
}): Promise<void> {
  input.signal?.throwIfAborted();
  const due = (portion: number): number =>
    Math.floor((input.totalMs * portion) / Math.max(1, input.of) / tickMs) * tickMs;
  const ms = due(input.portion + 1) - due(input.portion);
  if (ms === 0) return;
  try {
    await wait(ms, undefined, input.signal ? { signal: input.signal } : {});
  } catch (thrown) {
    // The timer throws an AbortError of its own; whoever aborted gave a better reason.
    input.signal?.throwIfAborted();
    throw thrown;
  }
}

/** Timers are no finer than about a millisecond: hundreds of tiny pauses would take longer than they say. */
const tickMs = 5;
