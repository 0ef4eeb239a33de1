import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { expect, it } from "vitest";
import { engines, startPaidProvider, testApp, wholeThesis } from "#test";
import { topUp } from "#wallet";

it.each(engines)("a call resolves its model once, on %s", async (engine) => {
  let lookups: string[] = [];
  const onLookup = (of: unknown) => void lookups.push(String(of));
  await using t = await testApp(engine);
  /** The lookups made for each call, between one request to the provider and the next. */
  const perCall: string[][] = [];
  await using provider = await startPaidProvider((_, count) => {
    perCall.push(lookups.toSorted());
    lookups = [];
    // The answer is cut off twice, so there are three calls in a row.
    const pieces = wholeThesis.slice((count - 1) * 2, count < 3 ? count * 2 : undefined);
    return { pieces, finish: count < 3 ? "length" : "stop" };
  });
  provider.listIn(t.dataDir);
  await topUp(t.ctx, { amount: 1_000_000n, key: "start" });
  const { id } = await t.session({ brief: "Open a garden.", models: [provider.model], start: true });
  subscribe("dialectic:lookups", onLookup);
  await t.startWorker();
  await t.reach(id, "awaiting_feedback");
  unsubscribe("dialectic:lookups", onLookup);
  expect(perCall.length).toBeGreaterThanOrEqual(3);
  // The session has frozen the terms of its models, so only the provider and its key are looked up, once each.
  for (const lookups of perCall) expect(lookups).toEqual(["providers.json", "stored settings"]);
});
