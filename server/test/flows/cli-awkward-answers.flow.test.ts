import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DocumentSummary, RunSummary } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenCli, openCli } from "#test";
import { type Awkwardness, model, roomToThink, row, startAwkwardProvider } from "./awkward-answers.fixture.ts";

const root = mkdtempSync(join(tmpdir(), "dialectic-awkward-"));
const brief = join(root, "brief.md");
writeFileSync(brief, `Plant a hedge along the road.\n${"It has to be dense, native and cheap to keep. ".repeat(40)}\n`);

let cli: OpenCli;
beforeAll(() => {
  cli = openCli();
});
afterAll(async () => {
  await cli[Symbol.asyncDispose]();
  rmSync(root, { recursive: true, force: true });
});

async function begin(kind: Awkwardness, ...more: string[]) {
  const lab = await startAwkwardProvider(kind);
  const data = join(root, kind.replace(" ", "-"));
  mkdirSync(data);
  lab.listIn(data);
  const ask = (...args: string[]) => cli.run([...args, "--data", data]);
  const run = await ask("run", brief, "--process", "brief", "--models", model, "--json", ...more);
  const summary = RunSummary.parse(JSON.parse(run.stdout));
  const listed = await ask("doc", "list", summary.sessionId, "--json");
  const thesis = DocumentSummary.array().parse(JSON.parse(listed.stdout).items)[0];
  return { lab, ask, run, summary, thesis, codes: thesis?.findings.map(({ code }) => code) ?? [] };
}

const finished = expect.objectContaining({ status: "iteration_complete", findings: 0 });

describe("on the command line", () => {
  it("an answer cut off by a content filter gets a finding and no continuation; regenerating the document replaces it", async () => {
    const { lab, ask, run, summary, thesis, codes } = await begin("filtered");
    await using _ = lab;
    expect([run.code, lab.timesAsked()], run.stderr).toEqual([25, 1]);
    expect(codes).toContain("filtered");
    expect(run.stderr).toContain("content filter stopped the model");
    expect((await ask("doc", "show", thesis?.id ?? "")).stdout).toContain("A hedge of hornbeam is cheap");
    lab.mend();
    const again = await ask("doc", "regenerate", thesis?.id ?? "");
    expect(again.code, again.stderr).toBe(0);
    const resumed = await ask("session", "resume", summary.sessionId, "--json");
    expect([resumed.code, JSON.parse(resumed.stdout)], resumed.stderr).toEqual([0, finished]);
  });

  it("a table row that was cut off and then repeated by the continuation is in the document only once", async () => {
    const { lab, ask, run, thesis, codes } = await begin("cut row");
    await using _ = lab;
    expect([run.code, codes], run.stderr).toEqual([0, []]);
    const { stdout } = await ask("doc", "show", thesis?.id ?? "");
    expect(stdout.split(row)).toHaveLength(2);
    expect(stdout).not.toContain("| stakes and t|");
    expect(stdout.match(/stakes and t/g)).toHaveLength(1);
    expect(stdout).toContain("# Claims");
  });

  it("an empty answer makes the run fail with the reason, and a retry writes the missing document", async () => {
    const { lab, ask, run, summary } = await begin("empty");
    await using _ = lab;
    expect([run.code, summary.status], run.stderr).toEqual([20, "failed"]);
    expect(run.stderr).toContain("lab/one answered with no text.");
    lab.mend();
    const resumed = await ask("session", "resume", summary.sessionId, "--json");
    expect([resumed.code, JSON.parse(resumed.stdout)], resumed.stderr).toEqual([0, finished]);
  });

  it("a model that answers “No” to everything stops the run before the next stage; regenerating the document lets the run continue", async () => {
    const { lab, ask, run, summary, thesis, codes } = await begin("no");
    await using _ = lab;
    expect([run.code, lab.timesAsked()], run.stderr).toEqual([25, 2]);
    expect(new Set(codes)).toEqual(new Set(["artifact_missing"]));
    expect(run.stderr).not.toContain("finished");
    lab.mend();
    expect((await ask("doc", "regenerate", thesis?.id ?? "")).code).toBe(0);
    const resumed = await ask("session", "resume", summary.sessionId, "--json");
    expect([resumed.code, JSON.parse(resumed.stdout)], resumed.stderr).toEqual([0, finished]);
  });

  it("a provider that silently truncates prompts is detected before any further request is sent to it", async () => {
    const { lab, ask, run, summary, thesis, codes } = await begin("truncated");
    await using _ = lab;
    expect([run.code, lab.timesAsked(), codes], run.stderr).toEqual([25, 1, ["prompt_truncated"]]);
    expect(run.stderr).toMatch(/The model read only 512 of about \d+ tokens of its prompt/);
    lab.mend();
    expect((await ask("doc", "regenerate", thesis?.id ?? "")).code).toBe(0);
    const resumed = await ask("session", "resume", summary.sessionId, "--json");
    expect([resumed.code, JSON.parse(resumed.stdout)], resumed.stderr).toEqual([0, finished]);
  });

  it("a model that spends its output cap on thinking is retried once with a larger cap; if this fails, the error advises raising the cap", async () => {
    const { lab, ask, run, summary } = await begin("thinking", "--max-output-tokens", "1000");
    await using _ = lab;
    expect([run.code, lab.caps], run.stderr).toEqual([20, [1_000, 2_000]]);
    expect(run.stderr).toContain("used up its output cap before the first word");
    const shown = await ask("stage", "retry", summary.sessionId, "--max-output-tokens", String(roomToThink), "--json");
    expect([shown.code, JSON.parse(shown.stdout)], shown.stderr).toEqual([
      0,
      expect.objectContaining({ maxOutputTokens: roomToThink }),
    ]);
    const resumed = await ask("session", "resume", summary.sessionId, "--json");
    expect([resumed.code, JSON.parse(resumed.stdout)], resumed.stderr).toEqual([0, finished]);
    expect(Math.min(...lab.caps.slice(2))).toBe(roomToThink);
  });
});
