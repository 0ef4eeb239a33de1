import type { Session } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getDocument, listDocuments } from "#documents";
import { engines, startPaidProvider, type TestApp, testApp, wholeThesis } from "#test";
import { auditWallets, getBalance, topUp } from "#wallet";

const brief = "Open a community garden on 400 m² by 1 May 2027. The budget is 12,000 EUR and two people own it.";
const half = ["# Business case\n\n", "A garden feeds the street."];

type Answer = ReturnType<Parameters<typeof startPaidProvider>[0]>;

/** Each output token costs one unit. The input of a call costs one unit altogether. */
const used = (tokens: number) => ({ prompt_tokens: 10, completion_tokens: tokens });

describe.each(engines)("on %s, an answer that ended", (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(engine, { env: { DIALECTIC_APPROVAL_SHARE: "100", DIALECTIC_RETRY_WINDOW: "4500ms" } });
    await t.startWorker();
    await topUp(t.ctx, { amount: 10_000_000n, key: "first" });
  });
  afterAll(() => t[Symbol.asyncDispose]());

  /**
   * Writes a thesis with one model, which gives these answers, one per request. `spent` is the amount that left the wallet.
   */
  async function write(...answers: Answer[]) {
    await using provider = await startPaidProvider(
      (_, count) => answers[count - 1] ?? { pieces: ["Too many requests."] },
    );
    provider.listIn(t.dataDir);
    const before = await getBalance(t.ctx);
    const { id } = await t.session({ brief, models: [provider.model], start: true });
    const session = await t.reach(id, "awaiting_feedback");
    expect(provider.timesAsked()).toBe(answers.length);
    const [summary, ...others] = (await listDocuments(t.ctx, { sessionId: id, kind: "whole" })).items;
    if (!summary) throw new Error("There is no document.");
    expect(others).toEqual([]);
    const after = await getBalance(t.ctx);
    expect(after.held).toBe(0n);
    expect(await t.ctx.db.tx(auditWallets)).toEqual([]);
    return {
      session,
      document: await getDocument(t.ctx, { documentId: summary.id }),
      codes: [...new Set(summary.findings.map(({ code }) => code))].toSorted(),
      spent: before.balance - after.balance,
      calls: await callsOf(session),
    };
  }

  const callsOf = ({ id }: Session) =>
    t.ctx.db.tx((db) =>
      db
        .selectFrom("model_calls")
        .select(["outcome", "finish_reason", "error_code", "cost"])
        .where("session_id", "=", id)
        .orderBy("at")
        .execute(),
    );

  it.each([
    ["content_filter", "content-filter", "filtered"],
    ["model_length", "context-window", "context_full"],
  ])("with %s is kept, marked and paid for, and not continued", async (finish, reason, code) => {
    const { document, codes, spent } = await write({ pieces: half, finish, usage: used(40) });
    expect(codes).toEqual(["artifact_missing", code].toSorted());
    expect(document.markdown).toContain("A garden feeds the street.");
    expect(document.markdown).toContain(`> **Incomplete:** the text was cut off here (${reason}) after one request.`);
    expect(spent).toBe(41n);
  });

  it("with a refusal after some text is kept without the words of the refusal, and marked", async () => {
    const { document, codes, spent } = await write({ pieces: half, refusal: "I cannot help.", usage: used(40) });
    expect(codes).toEqual(["artifact_missing", "refused"]);
    expect(document.markdown).toContain("A garden feeds the street.");
    expect(document.markdown).not.toContain("I cannot help");
    expect(spent).toBe(41n);
  });

  it("with an unknown reason is kept if it has all its artifacts, and marked with the provider's reason", async () => {
    const written = await write({ pieces: wholeThesis, finish: "weird_reason", usage: used(90) });
    const { document, codes, session } = written;
    expect(written.spent).toBe(91n);
    expect(codes).toEqual(["unknown_finish"]);
    expect(document.findings[0]?.details).toEqual({ finish: "weird_reason", chunks: 1 });
    expect(document.markdown).toContain("> **Possibly incomplete:**");
    expect(session.findings).toBe(1);
  });

  it("without a reason is kept and continued", async () => {
    const [first = "", ...rest] = wholeThesis;
    const { document, codes, calls, spent } = await write(
      { pieces: [first], finish: null, usage: used(30) },
      { pieces: rest, usage: used(60) },
    );
    expect(codes).toEqual([]);
    expect(document).toMatchObject({ chunks: 2, markdown: `${wholeThesis.join("").trimEnd()}\n` });
    expect(calls.map(({ outcome, finish_reason }) => [outcome, finish_reason])).toEqual([
      ["answered", "interrupted"],
      ["answered", "stop"],
    ]);
    // An interrupted stream may report less than it wrote, so the cost of the first call is an estimate.
    expect(calls[1]?.cost).toBe(61n);
    expect(spent).toBe(BigInt(calls[0]?.cost ?? 0) + 61n);
  });

  /** The provider never states a reason. A model that is asked to continue a complete text may repeat its last line. */
  it.each([
    ["repeats the last line", [wholeThesis.at(-1)?.trimEnd().split("\n").at(-1) ?? ""], null],
    ["says nothing", [], null],
    ["says nothing, and that it has finished", [], "stop"],
  ])("without a reason although its text is complete needs one further answer, which %s", async (_, pieces, finish) => {
    const whole = wholeThesis.join("").trimEnd();
    const { document, session, calls } = await write(
      { pieces: [whole], finish: null, usage: used(90) },
      { pieces: [...pieces], finish, usage: used(1) },
    );
    expect(document.markdown).toBe(`${whole}\n`);
    expect(document.findings.map(({ code, details }) => [code, details])).toEqual(
      finish === "stop" ? [] : [["unknown_finish", { chunks: 2 }]],
    );
    expect(session.findings).toBe(document.findings.length);
    expect(calls.map(({ outcome }) => outcome)).toEqual(["answered", "answered"]);
  });

  it("without a reason, and whose continuations only repeat one sentence, is kept with that sentence once and not continued again", async () => {
    const whole = wholeThesis.join("");
    const remark = { pieces: ["The document is complete."], finish: null, usage: used(5) };
    const { document, codes } = await write({ pieces: [whole], finish: null, usage: used(90) }, remark, remark);
    expect(document.markdown).toBe(`${whole}The document is complete.\n`);
    expect(codes).toEqual(["unknown_finish"]);
  });

  it("without a reason, from a model with nothing to add, is followed by a request for missing artifacts, as after a normal end", async () => {
    const { document, codes } = await write(
      { pieces: half, finish: null, usage: used(40) },
      { pieces: [half.at(-1) ?? ""], finish: null, usage: used(6) },
      { pieces: wholeThesis.slice(1), finish: null, usage: used(60) },
      { pieces: [], finish: null, usage: used(0) },
    );
    expect(codes).toEqual(["unknown_finish"]);
    expect(document.markdown).toBe(`${[...half, "\n\n", ...wholeThesis.slice(1)].join("").trimEnd()}\n`);
  });

  it("without a reason, and whose continuation is empty while artifacts are missing, is continued again as after an outage", async () => {
    const [first = "", ...rest] = wholeThesis;
    const { document, codes, calls } = await write(
      { pieces: [first], finish: null, usage: used(30) },
      { pieces: [], finish: null, usage: used(0) },
      { pieces: rest, usage: used(60) },
    );
    expect(codes).toEqual([]);
    expect(document.markdown).toBe(`${wholeThesis.join("").trimEnd()}\n`);
    expect(calls.map(({ error_code }) => error_code)).toEqual([null, "provider_unavailable", null]);
  });

  it("with an error is discarded, its usage is booked as lost, and the request is repeated", async () => {
    const { document, codes, spent, calls } = await write(
      { pieces: half, finish: "error", usage: used(40) },
      { pieces: wholeThesis, usage: used(90) },
    );
    expect(codes).toEqual([]);
    expect(document.markdown).not.toContain("A garden feeds the street.");
    expect(calls.map(({ outcome, error_code, cost }) => [outcome, error_code, Number(cost)])).toEqual([
      ["failed", "invalid_answer", 41],
      ["answered", null, 91],
    ]);
    expect(spent).toBe(41n + 91n);
    expect(document.findings).toEqual([]);
  });

  it("normally, but whose repair request is refused, is kept and marked", async () => {
    const { document, codes, spent } = await write(
      { pieces: half, usage: used(40) },
      { pieces: [], finish: "content_filter", usage: used(1) },
    );
    expect(codes).toEqual(["artifact_missing", "refused"]);
    expect(document.markdown).toBe(`${half.join("")}\n`);
    expect(spent).toBe(41n + 2n);
  });

  it("at the output limit, and whose continuation is empty, is kept and marked as cut off", async () => {
    const { document, codes, spent } = await write(
      { pieces: wholeThesis, finish: "length", usage: used(90) },
      { pieces: [], usage: used(0) },
    );
    expect(spent).toBe(91n + 1n);
    expect(codes).toEqual(["cut_off", "empty"]);
    expect(document.markdown).toContain("> **Incomplete:**");
  });
});
