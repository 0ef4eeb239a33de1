import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BoardCard, createClient, Plan, RunSummary, Session } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenCli, openCli, type RunningServer, startServer } from "#test";

const data = mkdtempSync(join(tmpdir(), "dialectic-board-"));
let cli: OpenCli;
let server: RunningServer;
beforeAll(async () => {
  cli = openCli();
  server = await startServer(["--data", data, "--no-web"]);
});
afterAll(async () => {
  await server.stop();
  await cli[Symbol.asyncDispose]();
  rmSync(data, { recursive: true, force: true });
});

const run = (...args: string[]) => cli.run([...args, "--data", data]);
async function json(...args: string[]) {
  const { code, stdout, stderr } = await run(...args, "--json");
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

describe("dialectic board", () => {
  it("shows, moves and ticks cards, syncs with the files, and continues in a further iteration", async () => {
    const made = RunSummary.parse(
      await json("run", "examples/popup.md", "--models", "rehearsal/atlas", "--process", "brief"),
    );
    const shown = await run("board");
    expect(shown.stdout).toMatch(/PENDING 2 +CURRENT 0 +COMPLETE 0\n/);
    expect(shown.stdout).toMatch(/1 {2}M1 /);
    expect((await run("board", "--json")).stdout).toMatch(/^\{/);
    expect((await run("board", "--help")).stdout).toMatch(/--data <dir>[\s\S]*--json /);
    expect((await run("board", "list")).stderr).toContain('Run "dialectic board" to see the board');

    const { id: cardId } = BoardCard.parse(await json("board", "move", "M1", "complete"));
    expect(BoardCard.parse(await json("board", "tick", "2", "1")).items[0]?.done).toBe(true);
    expect(BoardCard.parse(await json("board", "tick", "2", "1", "--undo")).items[0]?.done).toBe(false);
    expect((await run("board", "move", "1", "nowhere")).stderr).toContain("Use one of pending, current, complete");
    expect((await run("board", "move", "9", "current")).stderr).toMatch(
      /^There is no card "9" on the board of .+ \(\S+\)\. Its cards: 1 \(.* add --project\.\n$/,
    );
    const files = (column: string) => readdirSync(join(made.out, column));
    expect([files("Pending").length, files("Complete").length]).toEqual([1, 1]);

    // The server syncs the files automatically, as it does for the web app.
    const [moved = ""] = files("Complete");
    const notes = `${readFileSync(join(made.out, "Complete", moved), "utf8")}\nAsk the nursery.\n`;
    writeFileSync(join(made.out, "Complete", moved), notes);
    mkdirSync(join(made.out, "Current", moved)); // occupies the file's new path, so that the file gets another name
    const client = createClient((path, init) =>
      fetch(new URL(path, server.origin), {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${server.secret}` },
      }),
    );
    await client.moveCard({ params: { cardId }, body: { column: "current" } });
    await expect.poll(() => files("Complete")).toEqual([]);
    const beside = moved.replace(/\.md$/, "-2.md");
    expect(files("Current")).toEqual([beside, moved]);
    expect(readFileSync(join(made.out, "Current", beside), "utf8")).toContain("Ask the nursery.");
    rmdirSync(join(made.out, "Current", moved));
    await client.moveCard({ params: { cardId }, body: { column: "complete" } });
    await expect.poll(() => [files("Current"), files("Complete")]).toEqual([[], [moved]]);

    const [name = ""] = files("Pending");
    renameSync(join(made.out, "Pending", name), join(made.out, "Current", name));
    expect((await run("board", "sync", "--dir", made.out)).stdout).toMatch(/PENDING 0 +CURRENT 1 +COMPLETE 1\n/);
    rmSync(join(made.out, "Current", name));
    expect((await run("board")).stderr).toMatch(
      / is gone\.\n.*"dialectic board keep 2 --project .* "dialectic board drop 2 /,
    );
    expect((await run("board", "keep", "2")).stdout).toContain("its file was written again: Current/");
    expect((await json("board")).cards[1].fileLostAt).toBeNull();
    const kept = readFileSync(join(made.out, "Current", name), "utf8");

    expect((await run("session", "quote", made.sessionId)).stdout).toMatch(/^1 model call, free\n/);
    const again = RunSummary.parse(await json("session", "iterate", made.sessionId));
    expect(again).toMatchObject({ status: "iteration_complete", calls: 6 });
    expect(again.stages.map(({ documents }) => documents.length)).toEqual([1, 1, 1, 1, 1]);
    expect((await run("session", "show", made.sessionId)).stdout).toContain("6 model calls in total, 1 in iteration 2");
    expect(Session.parse(await json("session", "show", made.sessionId)).iteration).toBe(2);
    expect(files("Pending")).toEqual([expect.stringMatching(/^03_m2-/), expect.stringMatching(/^04_m3-/)]);
    expect(readFileSync(join(made.out, "Current", name), "utf8")).toBe(kept);

    // The earlier plan stays readable: the summary of each run names the path of the run's own plan.
    const workPlan = (summary: RunSummary) => summary.plan?.documents.find(({ path }) => path.endsWith("work-plan.md"));
    expect(workPlan(made)?.path).toContain("/iteration_1/");
    expect(workPlan(again)?.path).toContain("/iteration_2/");
    const plan = await run("session", "plan", made.sessionId);
    expect(plan.stdout).toMatch(/^# Recommendation\n[\s\S]+^# Work plan\n[\s\S]+^# Milestones\n/m);
    expect(plan.stderr).toMatch(
      /^This is iteration 2\. Run "dialectic session plan \S+ --iteration 1 --data \S+" for the plan of iteration 1\.\n$/,
    );
    const earlier = await run("session", "plan", made.sessionId, "--iteration", "1");
    expect(earlier.stdout).toContain("### W1.1 ");
    expect(plan.stdout).not.toContain("### W1.1 ");
    const parts = Plan.parse(await json("session", "plan", made.sessionId, "--iteration", "1")).parts;
    expect(parts.map(({ documentId }) => documentId)).toEqual(made.plan?.documents.map(({ documentId }) => documentId));
    const ofFirst = await json("doc", "list", made.sessionId, "--iteration", "1", "--kind", "whole");
    expect(ofFirst.items).toHaveLength(5);
    expect((await run("session", "plan", made.sessionId, "--iteration", "3")).code).toBe(3);

    const said = await run("stage", "feedback", made.sessionId, made.stages.at(-1)?.stage ?? "", "Shorter.");
    expect(said.stdout).toMatch(
      /^Feedback saved\. The session is finished, so only another iteration will read it: "dialectic session iterate /,
    );

    const { items } = await json("doc", "list", made.sessionId, "--stage", "thesis", "--kind", "whole");
    const mine = join(data, "mine.md");
    writeFileSync(mine, "# Mine\n\nShort.\n");
    const edited = await run("doc", "edit", items[0].id, "--file", mine);
    expect(edited.stdout).toContain(" is now at version 2. Run ");
    const stale =
      /4 later documents are now stale\. Run "dialectic stage regenerate-stale \S+ --data \S+" to regenerate them\.\n/;
    expect(edited.stderr).toMatch(stale);
    expect((await run("session", "show", made.sessionId)).stdout).toMatch(stale);

    const zip = join(data, "copy.zip");
    const { slug } = await client.getProject({ params: { projectId: made.projectId } });
    await json("export", slug, "--out", zip);
    await json("import", zip);
    expect((await run("board", "move", "M1", "current")).stderr).toContain(
      `Add --project ${slug}-2 or --project ${slug}.`,
    );
    expect((await run("board", "move", "M1", "current", "--project", slug)).stdout).toContain(`(${slug})\n\n1  M1`);
  });
});
