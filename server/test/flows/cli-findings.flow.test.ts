import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DocumentSummary, RunSummary, Session } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenCli, openCli, startChatProvider } from "#test";

const root = mkdtempSync(join(tmpdir(), "dialectic-findings-"));
let cli: OpenCli;
beforeAll(() => {
  cli = openCli();
});
afterAll(async () => {
  await cli[Symbol.asyncDispose]();
  rmSync(root, { recursive: true, force: true });
});

const brief = join(root, "brief.md");
writeFileSync(brief, "Plant a hedge along the road.\n");

/** Starts a provider that always gives the same answer, and creates a data folder that lists its model. */
async function sayingAlways(name: string, text: string) {
  const provider = await startChatProvider("lab", () => ({
    pieces: text === "" ? [] : [text],
    usage: { prompt_tokens: 10, completion_tokens: 1 },
  }));
  const data = join(root, name);
  mkdirSync(data);
  provider.listIn(data, [{ id: "lab/one", contextWindow: 100_000, maxOutputTokens: 1_000, free: true }]);
  const run = ["run", brief, "--process", "brief", "--models", "lab/one", "--data", data];
  const ask = (...args: string[]) => cli.run([...args, "--data", data]);
  return { ...provider, data, run: (...more: string[]) => cli.run([...run, ...more]), ask };
}

describe("a run in which every answer is “No”", () => {
  it("stops after its first stage, names the missing artifacts and the remedy, and continues once the findings are accepted", async () => {
    await using lab = await sayingAlways("no", "No");
    const { code, stdout, stderr } = await lab.run("--json");
    expect(code, stderr).toBe(25);
    expect(lab.timesAsked()).toBe(2); // one for the proposal, and one for its missing artifacts
    const summary = RunSummary.parse(JSON.parse(stdout));
    expect(summary.status).toBe("awaiting_feedback");
    const [document] = summary.stages[0]?.documents ?? [];
    expect(summary.findings).toBe(document?.findings.length);
    expect(document?.findings.map(({ code, artifact }) => [code, artifact])).toContainEqual([
      "artifact_missing",
      "claims",
    ]);
    expect(stderr).toContain("Thesis is written, with 6 findings. The run stopped before the next stage.");
    expect(stderr).toContain("The required part “Business case” is missing.");
    expect(stderr).not.toContain("finished");

    const shown = await lab.ask("session", "show", summary.sessionId);
    expect(shown.stdout).toMatch(/^status +waiting for you: thesis is finished, with 6 findings$/m);
    expect(shown.stdout).toMatch(/^Thesis ← +completed, 6 findings /m);
    expect(shown.stdout).toContain("The required part “Claims” is missing.");
    const listed = await lab.ask("doc", "list", summary.sessionId);
    expect(listed.stdout).toMatch(/ 6 findings +\S/);
    const { items } = JSON.parse((await lab.ask("doc", "list", summary.sessionId, "--json")).stdout);
    const { id } = DocumentSummary.parse(items[0]);
    const read = await lab.ask("doc", "show", id);
    expect([read.stdout, read.stderr]).toEqual(["No\n", expect.stringContaining("“Success metrics” is missing.")]);

    const resumed = await lab.ask("session", "resume", summary.sessionId);
    expect([resumed.code, lab.timesAsked()]).toEqual([25, 2]);
    const accepted = await lab.ask("doc", "accept", id);
    expect(accepted.code, accepted.stderr).toBe(0);
    expect(accepted.stdout).toContain(
      "Accepted 6 findings of One's thesis:\n  The required part “Business case” is missing.",
    );
    expect(accepted.stderr).toContain(`"dialectic session resume ${summary.sessionId}`);
    const again = await lab.ask("doc", "accept", id, "--json");
    expect(JSON.parse(again.stdout).findings[0]).toMatchObject({ acceptedAt: expect.any(String) });

    const further = await lab.ask("session", "resume", summary.sessionId, "--json");
    expect(further.code, further.stderr).toBe(25);
    const session = Session.parse(JSON.parse((await lab.ask("session", "show", summary.sessionId, "--json")).stdout));
    expect(session).toMatchObject({ currentStage: "antithesis", blockedBy: { kind: "findings" } });
    expect(session.stages[0]).toMatchObject({ stage: "thesis", findings: 0 });
    const all = await lab.ask("session", "resume", summary.sessionId, "--accept-findings", "--json");
    expect([all.code, JSON.parse(all.stdout).status]).toEqual([25, "awaiting_feedback"]);
    expect(all.stderr).toContain("Synthesis is written");
  });

  it("runs to its end with --accept-findings, but does not call the plan finished", async () => {
    await using lab = await sayingAlways("accepting", "No");
    const out = join(root, "accepted");
    const { code, stdout, stderr } = await lab.run("--accept-findings", "--out", out);
    expect(code, stderr).toBe(0);
    expect(stdout).not.toContain("The plan is finished");
    expect(stdout).toMatch(
      /^Every stage is written, with \d+ findings: 5 model calls in 10 requests \(.+\), nothing spent\.$/m,
    );
    expect(stderr).toContain("Findings:\n");
    const readme = readFileSync(join(out, "project_readme.md"), "utf8");
    expect(readme).toMatch(
      /^## Findings\n\n- \[One's thesis \(lab\/one\)\]\(\S+\): The required part “Business case” is missing\.$/m,
    );
  });
});

describe("a run in which every answer is empty", () => {
  it("fails and leaves no document behind", async () => {
    await using lab = await sayingAlways("empty", "");
    const { code, stdout, stderr } = await lab.run("--json");
    expect([code, RunSummary.parse(JSON.parse(stdout)).status], stderr).toEqual([20, "failed"]);
    expect(stderr).toContain("lab/one answered with no text.");
    const { sessionId } = RunSummary.parse(JSON.parse(stdout));
    expect(JSON.parse((await lab.ask("doc", "list", sessionId, "--json")).stdout).items).toEqual([]);
  });
});
