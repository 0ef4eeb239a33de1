/** One model call of a run. It starts when all calls in `after` have ended, and takes `ms`. */
export type Call = { id: string; after: readonly string[]; ms: number };

/**
 * The total duration if only the calls take time. A ready call starts as soon as fewer than `atOnce` calls are running; the
 * call that became ready first starts first. The schedule is greedy, as the workers are, so it is not necessarily optimal.
 */
export function schedule(calls: readonly Call[], atOnce: number): number {
  const waiting = new Map(calls.map((call) => [call.id, new Set(call.after)]));
  const followers = new Map<string, Call[]>();
  for (const call of calls) for (const id of call.after) followers.set(id, [...(followers.get(id) ?? []), call]);
  const ready = calls.filter((call) => call.after.length === 0);
  const running: { call: Call; endsAt: number }[] = [];
  let now = 0;
  let done = 0;
  for (;;) {
    while (running.length < atOnce) {
      const call = ready.shift();
      if (!call) break;
      running.push({ call, endsAt: now + call.ms });
    }
    running.sort((one, other) => one.endsAt - other.endsAt);
    const next = running.shift();
    if (!next) break;
    now = next.endsAt;
    done += 1;
    for (const follower of followers.get(next.call.id) ?? []) {
      const left = waiting.get(follower.id);
      left?.delete(next.call.id);
      if (left?.size === 0) ready.push(follower);
    }
  }
  if (done < calls.length) throw new Error("Calls wait for one another in a circle.");
  return now;
}
