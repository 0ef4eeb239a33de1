import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DocumentSummary, Session } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listDocuments, readProjectFile } from "#documents";
import { engines, startPaidProvider, type TestApp, testApp, wholeAnswer } from "#test";
import { auditWallets, getBalance, topUp } from "#wallet";
import {
  acceptFinding,
  editDocument,
  generateStage,
  getProject,
  getSession,
  regenerateDocument,
  submitStage,
} from "../index.ts";
import { endingFindings, textFindings, truncationFindings } from "./findings.ts";

const artifact = (key: string, title: string, required = true) => ({ key, title, words: 100, about: "", required });

describe("the findings of a text", () => {
  const artifacts = [artifact("scope", "Scope"), artifact("claims", "Claims"), artifact("notes", "Notes", false)];
  const found = (text: string) =>
    textFindings(text, { artifacts, claims: [] }).map(({ code, artifact: key, details }) => [code, key, details]);

  it("name every required artifact that is missing or empty", () => {
    expect(found("# Scope\n\nSmall.\n\n# Claims\n\n- C: Small.\n")).toEqual([]);
    expect(found("No")).toEqual([
      ["artifact_missing", "scope", { title: "Scope" }],
      ["artifact_missing", "claims", { title: "Claims" }],
    ]);
    expect(found("# Scope\n\n# Claims\n\n- C: x")).toEqual([["artifact_incomplete", "scope", { title: "Scope" }]]);
    expect(found("# Scope\n\nSmall.\n\n# Claims\n\nx")).toEqual([
      ["artifact_unreadable", "claims", { title: "Claims" }],
    ]);
  });

  it("name each table with a row that does not fit its headings, in any section", () => {
    const table = "| a | b |\n|---|---|\n| 1 | 2 |\n| 1 |\n";
    expect(found(`# Scope\n\n${table}\n# Claims\n\n- C: Small.\n\n${table}`)).toEqual([
      [
        "table_malformed",
        null,
        {
          tables: [
            { section: "Scope", headings: 2, row: 2, cells: 1 },
            { section: "Claims", headings: 2, row: 2, cells: 1 },
          ],
        },
      ],
    ]);
  });

  it("do not count the note about a cut-off text as the text of an artifact", () => {
    const note = "> **Incomplete:** the text was cut off here (length) after 6 requests. Nothing follows.";
    expect(found(`# Claims\n\n- C: x\n\n# Scope\n\n${note}\n`)).toEqual([
      ["artifact_incomplete", "scope", { title: "Scope" }],
    ]);
  });
});

describe("the findings about the end of a text", () => {
  const codes = (...reasons: string[]) =>
    endingFindings(
      reasons.map((finish_reason, index) => ({ finish_reason, text: `Part ${index}.`, asked_for: [] })),
    ).map(({ code }) => code);
  it.each([
    [["stop"], []],
    [["length", "interrupted", "stop"], []],
    [["length"], ["cut_off"]],
    [["stop", "interrupted"], ["cut_off"]],
    [["content-filter"], ["filtered"]],
    [["length", "refusal"], ["refused"]],
    [["context-window"], ["context_full"]],
    [["other", "stop"], ["unknown_finish"]],
    [["tool-calls"], ["unknown_finish"]],
    [["other", "other"], ["unknown_finish"]],
  ])("for the finish reasons %j are %j", (reasons, expected) => expect(codes(...reasons)).toEqual(expected));

  it("state how many repetitions were removed from a text that was cut off in a loop", () => {
    const text = "We will now describe the plan in more detail, step by step. ".repeat(12);
    const [finding] = endingFindings([{ finish_reason: "length", text, asked_for: [] }]);
    expect(finding).toMatchObject({ code: "cut_off", details: { repetitions: 11 } });
    expect(endingFindings([{ finish_reason: "stop", text, asked_for: [] }])).toEqual([]);
  });
});

describe("the finding about a prompt that a model server cut off", () => {
  const isFound = (counted: number, read: number, estimated = false) =>
    truncationFindings({ counted, usage: { inputTokens: read, estimated } }).length > 0;
  it.each([
    [8_000, 4_096],
    [16_000, 8_192],
    [30_000, 16_384],
    [2_300, 2_048],
    [7_900, 4_098],
    [24_000, 16_387],
    [25_000, 20_482],
    [6_000, 2_900],
  ])("exists if the prompt has %i tokens by our count and the server reports %i", (counted, read) => {
    expect(isFound(counted, read)).toBe(true);
    expect(isFound(counted, read, true)).toBe(false);
  });

  it.each([
    ["a model whose vocabulary needs fewer tokens", 8_000, 6_400],
    ["a prompt that happens to be as long as a window", 4_200, 4_096],
    ["a count that is far from any window", 8_000, 4_700],
    ["a count that is a little smaller than a window", 8_000, 6_100],
    ["a model whose vocabulary needs more tokens", 8_000, 8_192],
    ["a short prompt", 900, 256],
  ])("does not exist for %s", (_, counted, read) => expect(isFound(counted, read)).toBe(false));
});

const brief = "Open a community garden on 400 m² by 1 May 2027. The budget is 12,000 EUR and two people own it.";

describe.each(engines)("on %s, a session with findings", (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(engine, { env: { DIALECTIC_APPROVAL_SHARE: "100" } });
    await t.startWorker();
    await topUp(t.ctx, { amount: 10_000_000n, key: "first" });
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const wholes = async ({ id }: Session, stage: string): Promise<DocumentSummary[]> =>
    (await listDocuments(t.ctx, { sessionId: id, stage, kind: "whole" })).items;
  const newest = async (session: Session, stage: string): Promise<DocumentSummary> => {
    const document = (await wholes(session, stage)).find(({ replacedBy }) => replacedBy === null);
    if (!document) throw new Error(`${stage} has no document.`);
    return document;
  };
  const missing = ({ findings }: DocumentSummary) =>
    findings.filter(({ code }) => code === "artifact_missing").map((one) => one.artifact);
  const acceptAll = async ({ id, findings }: DocumentSummary) => {
    for (const finding of findings) await acceptFinding(t.ctx, { documentId: id, findingId: finding.id });
  };
  const readFindings = async ({ id }: Session) => {
    const documents = (await listDocuments(t.ctx, { sessionId: id, kind: "whole" })).items;
    return { documents, listed: documents.flatMap(missing).length };
  };
  const open = (session: Session) => session.stages.map(({ stage, status, findings }) => [stage, status, findings]);
  const six = [
    "business-case",
    "feature-specification",
    "technical-approach",
    "success-metrics",
    "claims",
    "open-questions",
  ];

  it("stops before the next stage if every answer is only “No”, and continues once its findings are accepted", async () => {
    await using provider = await startPaidProvider(({ messages }, count) => ({
      pieces: count <= 2 ? ["No"] : wholeAnswer({ model: "", max_tokens: 1, messages }),
    }));
    provider.listIn(t.dataDir);
    const { id } = await t.session({ brief, models: [provider.model], auto: true, start: true });
    const stopped = await t.reach(id, "awaiting_feedback");
    expect(provider.timesAsked()).toBe(2); // one for the thesis, and one for its missing artifacts
    const [thesis, antithesis] = open(stopped);
    expect(thesis).toEqual(["thesis", "completed", expect.any(Number)]);
    expect(antithesis).toEqual(["antithesis", null, 0]);
    expect(stopped.findings).toBe(thesis?.[2]);
    expect(stopped.blockedBy).toMatchObject({ kind: "findings", findings: thesis?.[2] });
    const document = await newest(stopped, "thesis");
    expect(missing(document).toSorted()).toEqual(expect.arrayContaining(["business-case", "claims"]));

    await acceptAll(document);
    expect(await getSession(t.ctx, { sessionId: id })).toMatchObject({
      findings: 0,
      status: "awaiting_feedback",
      blockedBy: null,
    });
    await submitStage(t.ctx, { sessionId: id, stage: "thesis" });
    const finished = await t.reach(id, "iteration_complete", "awaiting_feedback");
    expect(finished.stages.find(({ stage }) => stage === "antithesis")?.status).toBe("completed");
  });

  it("continues automatically if it is set to accept findings, which stay open for readers to see", async () => {
    await using provider = await startPaidProvider(() => ({ pieces: ["No"] }));
    provider.listIn(t.dataDir);
    const settings = { auto: true, start: true, acceptFindings: true };
    const { id } = await t.session({ brief, models: [provider.model], ...settings });
    const finished = await t.reach(id, "iteration_complete");
    expect(finished.acceptFindings).toBe(true);
    for (const stage of finished.stages) expect(stage.findings).toBeGreaterThan(0);

    // The readme lists the finding until a person accepts it.
    const { projectId } = finished;
    const { slug } = await getProject(t.ctx, { projectId });
    const path = "project_readme.md";
    // With an embedded database, the readme is a file on disk. With a database server, it is rendered on request.
    const readme = async (): Promise<string> =>
      engine === "pglite"
        ? readFile(join(t.dataDir, "projects", slug, path), "utf8").catch(() => "")
        : (await readProjectFile(t.ctx, { projectId, path })).text;
    const count = (text: string) => text.match(/: The required part “/g)?.length ?? 0;
    const { listed, documents } = await readFindings(finished);
    await expect.poll(async () => count(await readme()), { timeout: 20_000 }).toBe(listed);
    for (const document of documents) await acceptAll(document);
    await expect.poll(async () => (await readme()).includes("## Findings"), { timeout: 20_000 }).toBe(false);
  });

  it("stops at its last stage even without auto mode, so that an incomplete plan does not reach the board", async () => {
    await using provider = await startPaidProvider(({ messages }) => {
      const isLast = messages.some(({ content }) => content.includes("# Updated master plan"));
      return { pieces: isLast ? ["No"] : wholeAnswer({ model: "", max_tokens: 1, messages }) };
    });
    provider.listIn(t.dataDir);
    const { id, stages } = await t.session({ brief, models: [provider.model], start: true });
    for (const [index, { stage }] of stages.entries()) {
      const stopped = await t.reach(id, "awaiting_feedback", "iteration_complete");
      expect(stopped).toMatchObject({ status: "awaiting_feedback", currentStage: stage });
      await submitStage(t.ctx, { sessionId: id, stage });
      const next = stages[index + 1];
      if (next) await generateStage(t.ctx, { sessionId: id, stage: next.stage });
    }
    expect(await t.reach(id, "iteration_complete")).toMatchObject({ status: "iteration_complete" });
  });

  it("loses a finding when an edit adds the missing artifact, and all findings when the document is regenerated", async () => {
    let answer = ["No"];
    await using provider = await startPaidProvider(() => ({ pieces: answer }));
    provider.listIn(t.dataDir);
    const { id } = await t.session({ brief, models: [provider.model], start: true });
    const stopped = await t.reach(id, "awaiting_feedback");
    const before = await newest(stopped, "thesis");
    const markdown = "# Business case\n\nA garden feeds the street.\n";
    const edited = await editDocument(t.ctx, { documentId: before.id, markdown, baseVersion: 1 });
    expect(missing(edited)).toEqual(missing(before).filter((key) => key !== "business-case"));
    expect((await getSession(t.ctx, { sessionId: id })).findings).toBe(before.findings.length - 1);

    answer = six.map((key) => `# ${key.replaceAll("-", " ")}\n\n- C: One thing is settled.\n\n`);
    await regenerateDocument(t.ctx, { documentId: before.id });
    await expect.poll(async () => (await newest(stopped, "thesis")).id, { timeout: 20_000 }).not.toBe(before.id);
    expect((await newest(stopped, "thesis")).findings).toEqual([]);
    expect((await getSession(t.ctx, { sessionId: id })).findings).toBe(0);
  });

  it("keeps the existing document if the answer to a repair request is empty", async () => {
    const half = "# Business case\n\nA garden feeds the street.\n";
    await using provider = await startPaidProvider((_, count) => ({
      pieces: count === 1 ? [half] : [],
      usage: { prompt_tokens: 10, completion_tokens: count === 1 ? 40 : 0 },
    }));
    provider.listIn(t.dataDir);
    const before = await getBalance(t.ctx);
    const { id } = await t.session({ brief, models: [provider.model], start: true });
    const stopped = await t.reach(id, "awaiting_feedback");
    expect(provider.timesAsked()).toBe(2);
    const document = await newest(stopped, "thesis");
    expect(document.findings.map(({ code }) => code)).toEqual(expect.arrayContaining(["artifact_missing", "empty"]));
    expect(missing(document)).not.toContain("business-case");
    const { balance, held } = await getBalance(t.ctx);
    expect({ spent: before.balance - balance, held }).toEqual({ spent: 41n + 1n, held: 0n });
    expect(await t.ctx.db.tx(auditWallets)).toEqual([]);
  });

  it("raises the output cap once for a model that used all of it to think", async () => {
    const caps: number[] = [];
    await using provider = await startPaidProvider((asked, count) => {
      caps.push(asked.max_tokens);
      return count === 1 ? { pieces: [], finish: "length" } : { pieces: wholeAnswer(asked) };
    });
    provider.listIn(t.dataDir);
    const { id } = await t.session({ brief, models: [provider.model], maxOutputTokens: 300, start: true });
    const done = await t.reach(id, "awaiting_feedback");
    expect(caps).toEqual([300, 600]);
    expect((await newest(done, "thesis")).findings).toEqual([]);
    expect(await t.ctx.db.tx(auditWallets)).toEqual([]);
  });

  it("fails with an error that names a remedy if raising the cap does not help", async () => {
    await using provider = await startPaidProvider(() => ({ pieces: [], finish: "length" }));
    provider.listIn(t.dataDir);
    const { id } = await t.session({ brief, models: [provider.model], maxOutputTokens: 300, start: true });
    await expect(t.reach(id, "awaiting_feedback")).rejects.toThrow(
      /used up its output cap .* Allow it more output tokens/,
    );
    expect(provider.timesAsked()).toBe(2);
  });

  it("detects that a model server silently cut off the prompt, and stops", async () => {
    const long = `${brief} ${Array.from({ length: 1_500 }, (_, index) => `Guest ${index} comes.`).join(" ")}`;
    await using provider = await startPaidProvider((asked) => ({
      pieces: wholeAnswer(asked),
      usage: { prompt_tokens: 2_048, completion_tokens: 100 },
    }));
    provider.listIn(t.dataDir);
    const { id } = await t.session({ brief: long, models: [provider.model], auto: true, start: true });
    const stopped = await t.reach(id, "awaiting_feedback");
    const [finding] = (await newest(stopped, "thesis")).findings;
    expect(finding).toMatchObject({ code: "prompt_truncated", details: { tokens: { read: 2_048 } } });
    expect(stopped.blockedBy).toMatchObject({ kind: "findings" });
  });
});
