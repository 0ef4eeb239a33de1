import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RunSummary } from "@dialectic/contract";
import { afterAll, describe, expect, it } from "vitest";
import { documentsOf, type EngineName, engines, runCli, shippedArtifacts, testDatabase } from "#test";

const root = mkdtempSync(join(tmpdir(), "dialectic-run-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const example = (name: string) => new URL(`../../../examples/${name}.md`, import.meta.url).pathname;
const models = "rehearsal/atlas,rehearsal/briar";

async function run(name: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const data = join(root, name, "data");
  const finished = await runCli(["run", ...args, "--data", data, "--out", join(root, name, "out"), "--json"], { env });
  expect(finished.stderr).not.toMatch(/\bat .*\.ts:\d+/); // no stack trace
  expect(finished.code, finished.stderr).toBe(0);
  expect(finished.stdout.trimEnd().split("\n")).toHaveLength(1);
  return RunSummary.parse(JSON.parse(finished.stdout));
}

function filesOf(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .toSorted();
}

const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^# (.+)$/gm)].map((match) => match[1]!.toLowerCase().replaceAll(" ", "-"));

/** The run that several tests share. */
let sharedRun: Promise<RunSummary> | undefined;
function runOf(name: string, process = "brief"): Promise<RunSummary> {
  const start = () => run(`${process}-${name}`, [example(name), "--process", process, "--models", models]);
  if (name !== "popup" || process !== "brief") return start();
  sharedRun ??= start();
  return sharedRun;
}

describe("dialectic run", () => {
  it("ends by printing the commands for the plan, the board and the export", async () => {
    const { plan, board, export: exported, out } = await runOf("popup");
    expect(plan?.documents.map(({ title }) => title)).toEqual([
      "Recommendation",
      "Work plan",
      "Updated master plan",
      "Milestones",
    ]);
    for (const { path } of plan?.documents ?? []) expect(existsSync(join(out, path))).toBe(true);
    expect(board?.cards).toBeGreaterThan(0);
    const typed = (command = "") => runCli(command.split(" ").slice(1), { cwd: root });
    expect((await typed(plan?.command)).stdout).toMatch(/^# Recommendation$/m);
    expect((await typed(board?.command)).stdout).toContain(`PENDING ${board?.cards} `);
    const zip = (await typed(exported?.command)).stdout.trim();
    expect(zip).toMatch(/\.zip$/);
    expect(existsSync(zip)).toBe(true);
  });

  it.each([
    ["classic", [2, 4, 14, 1, 1], 22],
    ["brief", [2, 4, 2, 1, 1], 10],
  ])("with process %s, makes exactly the recipes' calls and writes all files", async (process, perStage, calls) => {
    const summary = await runOf("popup", process);
    expect(summary).toMatchObject({ status: "iteration_complete", calls, requests: calls, spent: "0" });
    expect(summary.stages.map((stage) => stage.calls)).toEqual(perStage);
    expect(summary.stages.map((stage) => stage.documents.length)).toEqual([2, 4, 2, 1, 1]);
    for (const stage of summary.stages) {
      for (const document of stage.documents) {
        const keys = headingsOf(readFileSync(join(summary.out, document.path), "utf8"));
        expect(keys).toEqual(expect.arrayContaining(shippedArtifacts[stage.stage]!));
        expect(document.chunks).toBe(1);
      }
    }
    const files = filesOf(summary.out);
    for (const expected of [
      /^popup\.md$/,
      /^plan\.md$/,
      /^project_readme\.md$/,
      /^project_settings\.json$/,
      /^Pending\/.+\.md$/,
    ]) {
      expect(
        files.some((file) => expected.test(file)),
        String(expected),
      ).toBe(true);
    }
    const folders = ["1_thesis", "2_antithesis", "3_synthesis", "4_parenthesis", "5_paralysis"];
    for (const folder of folders) {
      const inside = files
        .filter((file) => file.includes(`/iteration_1/${folder}/`))
        .map((file) => file.split(`${folder}/`)[1]!);
      expect(inside).toContain("seed_prompt.md");
      expect(inside.some((file) => /^documents\/.+\.md$/.test(file))).toBe(true);
      expect(inside.some((file) => /^raw_responses\/.+_raw\.json$/.test(file))).toBe(true);
    }
    expect(readFileSync(join(summary.out, "popup.md"), "utf8")).toBe(readFileSync(example("popup"), "utf8"));
    const intermediate = files.filter((file) => /3_synthesis\/_work\/[^/]+\.md$/.test(file));
    expect(intermediate).toHaveLength(process === "classic" ? 12 : 0);
  });

  it("writes about the brief: every document quotes only its own brief, and runs of two briefs share less than 30 % of their lines", async () => {
    const [popup, billing] = await Promise.all([runOf("popup"), runOf("billing")]);
    // Lines that are the same for every brief: headings, the notice, table heads, and fields that contain ids or a single
    // word.
    const prescribed =
      /^(?:#{1,6} |\*A rehearsal|\| ---|\| (?:risk|needs|criterion|limit|chosen|claim) \||- (?:Depends on|Requirements|Carries|Steps|Inputs|Kind|Priority|Source|Owner|Data|Security):)/;
    const linesOf = (summary: RunSummary) =>
      new Set(
        documentsOf(summary)
          .flatMap((text) => text.split(/\n+/))
          .map((one) => one.trim())
          .filter((one) => !prescribed.test(one) && /\p{L}.*\s.*\p{L}/u.test(one)),
      );
    const [a, b] = [linesOf(popup), linesOf(billing)];
    expect(a.intersection(b).size / Math.min(a.size, b.size)).toBeLessThan(0.3);

    const briefOf = (name: string) => readFileSync(example(name), "utf8").replace(/\s+/g, " ");
    for (const [name, other, summary] of [
      ["popup", "billing", popup],
      ["billing", "popup", billing],
    ] as const) {
      const brief = briefOf(name);
      for (const text of documentsOf(summary)) {
        const quotes = [...text.replace(/\s+/g, " ").matchAll(/[“"]([^“”"]{12,})[”"]/g)].map((match) => match[1]!);
        expect(quotes.some((quote) => brief.includes(quote.replace(/…$/, "")))).toBe(true);
        expect(quotes.filter((quote) => briefOf(other).includes(quote))).toEqual([]);
      }
    }
  });

  const server: EngineName = "postgres";
  it.skipIf(!engines.includes(server))(
    "runs on a PostgreSQL server with database notifications switched off",
    async () => {
      await using t = await testDatabase(server);
      const env = { DATABASE_URL: t.url!, DIALECTIC_NOTIFY: "off", DIALECTIC_POLL_MS: "50" };
      const summary = await run("server", [example("popup"), "--process", "brief", "--models", models], env);
      expect(summary).toMatchObject({ status: "iteration_complete", calls: 10 });
      expect(existsSync(join(summary.out, "project_readme.md"))).toBe(true);
    },
  );
});
