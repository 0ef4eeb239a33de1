import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProjectId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId, sha256 } from "#platform";
import { engines, type TestDatabase, testDatabase } from "#test";
import { renderArtifacts } from "../artifacts/render-artifacts.ts";
import { saveChunk } from "../contributions/save-chunk.ts";
import { addCard, addStageRun, type SampleSession, sampleChunk, sampleSession } from "../documents.fixture.ts";
import { writeTree } from "./disk/write-tree.ts";
import { contributionFiles, listProjectFiles, projectFiles, projectSummary, readProjectFile } from "./project-files.ts";

const workPlan =
  "# Work plan\n\n## M1 Venue\n\n### W1.1 Ask the city\n\n- [ ] write\n\n## M2 Crew\n\n### W2.1 Call\n\n- [ ] call\n\n# Recommendation\n\nGo.\n";
const at = (rest: string) => `session_0a1b2c3d/iteration_1/${rest}`;

describe.each(engines)("a project's files on %s", (engine) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  /** A project with a thesis of one chunk and a paralysis of two, both rendered. Its session has the given status. */
  async function writtenProject(status: "awaiting_feedback" | "iteration_complete"): Promise<SampleSession> {
    const sample = await sampleSession(t.database, { stages: ["thesis", "paralysis"] });
    await addStageRun(sample, { stage: "thesis", status: "completed", seedPrompt: "Propose.\n" });
    await addStageRun(sample, { stage: "paralysis", status: "completed", seedPrompt: "Break down.\n" });
    const save = async (changes: Parameters<typeof sampleChunk>[1]) => {
      const chunk = await sampleChunk(sample, changes);
      return sample.db.tx((db) => saveChunk(db, chunk));
    };
    const thesis = await save({});
    const last = {
      stage: "paralysis",
      outputType: "paralysis",
      title: "Paralysis",
      lineageId: null,
      sourceIds: [thesis.rootId],
    };
    const cut = await save({ ...last, text: workPlan.slice(0, 50), last: false, finishReason: "length" });
    await save({ ...last, rootId: cut.rootId, chunk: 1, text: workPlan.slice(50) });
    await sample.db.tx((db) => renderArtifacts(db, thesis.rootId));
    await sample.db.tx((db) => renderArtifacts(db, cut.rootId));
    await sample.db.tx((db) =>
      sql`update sessions set status = ${status}, current_stage = 'paralysis' where id = ${sample.sessionId}`.execute(
        db,
      ),
    );
    if (status === "iteration_complete") {
      addCard(sample, { title: "M1 Venue", path: "Pending/01_m1-venue.md", file: "# M1\n" });
      addCard(sample, { title: "M2 Crew", path: "Pending/02_m2-crew.md", file: "# M2\n" });
    }
    return sample;
  }

  const written = [
    "popup.md",
    at("1_thesis/_work/prompts/rehearsal~2fatlas_1_thesis_prompt.md"),
    at("1_thesis/documents/rehearsal~2fatlas_1_thesis_business-case.md"),
    at("1_thesis/documents/rehearsal~2fatlas_1_thesis_claims.md"),
    at("1_thesis/raw_responses/rehearsal~2fatlas_1_thesis_raw.json"),
    at("1_thesis/rehearsal~2fatlas_1_thesis.md"),
    at("1_thesis/seed_prompt.md"),
    at("2_paralysis/_work/prompts/rehearsal~2fatlas_1_paralysis_continuation_0_prompt.md"),
    at("2_paralysis/_work/prompts/rehearsal~2fatlas_1_paralysis_continuation_1_prompt.md"),
    at("2_paralysis/_work/rehearsal~2fatlas_1_paralysis_continuation_0.md"),
    at("2_paralysis/_work/rehearsal~2fatlas_1_paralysis_continuation_1.md"),
    at("2_paralysis/documents/rehearsal~2fatlas_1_paralysis_recommendation.md"),
    at("2_paralysis/documents/rehearsal~2fatlas_1_paralysis_work-plan.md"),
    at("2_paralysis/raw_responses/rehearsal~2fatlas_1_paralysis_continuation_0_raw.json"),
    at("2_paralysis/raw_responses/rehearsal~2fatlas_1_paralysis_continuation_1_raw.json"),
    at("2_paralysis/rehearsal~2fatlas_1_paralysis.md"),
    at("2_paralysis/seed_prompt.md"),
  ];

  it("are the brief, the prompts and all documents", async () => {
    const sample = await writtenProject("awaiting_feedback");
    const files = await listProjectFiles(sample, sample);
    expect(files.map((file) => file.path)).toEqual([...written].sort());
    const brief = await readProjectFile(sample, { projectId: sample.projectId, path: "popup.md" });
    const text = "Launch a two-day pop-up.\n\n# For 300 guests\n";
    expect(brief).toEqual({ path: "popup.md", text, sha256: sha256(text), bytes: text.length });
    for (const file of files) {
      const read = await readProjectFile(sample, { projectId: sample.projectId, path: file.path });
      expect({ path: read.path, sha256: sha256(read.text), bytes: read.bytes }).toEqual(file);
    }
  });

  it("include plan, readme, settings and board once an iteration is complete", async () => {
    const sample = await writtenProject("iteration_complete");
    const files = new Map(
      (await sample.db.tx((db) => projectFiles(db, sample.projectId, sample))).map((file) => [file.path, file.text]),
    );
    const added = [
      "plan.md",
      "project_readme.md",
      "project_settings.json",
      "Pending/01_m1-venue.md",
      "Pending/02_m2-crew.md",
    ];
    expect([...files.keys()].sort()).toEqual([...written, ...added].sort());
    expect(files.get("Pending/01_m1-venue.md")).toBe("# M1\n");

    const settings = JSON.parse(files.get("project_settings.json") ?? "");
    expect(Object.keys(settings)).toEqual([
      ...["projects", "sessions", "domains", "domain_processes", "process_templates", "stages", "stage_transitions"],
      ...["recipes", "recipe_prompts", "prompt_templates", "overlays"],
    ]);
    expect(settings.recipe_prompts).toHaveLength(2);
    expect(settings.overlays).toEqual([
      { of: "project", overlay: {} },
      { of: "session", session: "0a1b2c3d", overlay: {} },
    ]);
    expect(settings.stages.map((stage: { key: string }) => stage.key)).toEqual(["paralysis", "thesis"]);
    expect(
      settings.stage_transitions.map((one: { from_stage: string | null; to_stage: string }) => [
        one.from_stage,
        one.to_stage,
      ]),
    ).toEqual([
      [null, "thesis"],
      ["thesis", "paralysis"],
    ]);
    expect([settings.recipes.length, settings.prompt_templates.length]).toEqual([2, 2]);

    const plan = files.get("plan.md") ?? "";
    expect(plan.match(/^#+ .+/gm)).toEqual(["# Pop-up: the plan", "## Recommendation", "## Work"]);
    expect(plan).toContain("## Recommendation\n\nGo.\n");
    expect(plan).toContain("- [M1 Venue](Pending/01_m1-venue.md)\n- [M2 Crew](Pending/02_m2-crew.md)\n");

    const readme = files.get("project_readme.md") ?? "";
    expect(readme).toContain("- [The plan in one file](plan.md): ");
    expect(readme).toContain("> Launch a two-day pop-up.\n>\n> # For 300 guests");
    expect(readme).toContain(
      "the process Sample (version 1) with rehearsal/atlas, rehearsal/briar; rehearsal/atlas led. 2 model calls in 3 requests.",
    );
    expect(readme).toContain("*Rehearsal models wrote all of this offline.");
    expect(readme.match(/^##+ .+/gm)).toEqual([
      "## The plan",
      "## The work",
      "## The goal",
      "## The documents",
      "### Thesis",
      "### Paralysis",
      "## How it was made",
    ]);
    expect(readme).toMatch(
      /^- \[Recommendation\]\(.+_recommendation\.md\): .+\.\n- \[Work plan\]\(.+_work-plan\.md\): /m,
    );
    expect(readme).toContain("- [M1 Venue](Pending/01_m1-venue.md)\n- [M2 Crew](Pending/02_m2-crew.md)");
    const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1] ?? "");
    expect(links).toContain(at("2_paralysis/documents/rehearsal~2fatlas_1_paralysis_work-plan.md"));
    for (const link of links.filter((one) => !one.endsWith("/"))) expect(files.has(link), link).toBe(true);
  });

  it("always include a readme and settings if they are for an export", async () => {
    const sample = await writtenProject("awaiting_feedback");
    const summary = await projectSummary(sample, sample);
    expect(summary.map((file) => file.path)).toEqual(["project_readme.md", "project_settings.json"]);
    const readme = summary[0]?.text ?? "";
    expect(readme).toContain("There is no plan yet. Session 0a1b2c3d is at the stage paralysis.");
    expect(readme).toContain("2 model calls in 3 requests so far.");
    const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1] ?? "");
    const paths = new Set([...(await listProjectFiles(sample, sample)), ...summary].map((file) => file.path));
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) expect(paths.has(link), link).toBe(true);
    const stranger = await sampleSession(t.database);
    await expect(projectSummary(stranger, sample)).rejects.toMatchObject({ code: "not_found" });
  });

  it("have the same bytes when the tree is deleted and written again", async () => {
    const sample = await writtenProject("iteration_complete");
    const dir = mkdtempSync(join(tmpdir(), "dialectic-tree-"));
    const write = async () =>
      writeTree({ dir, files: await sample.db.tx((db) => projectFiles(db, sample.projectId, sample)) });
    try {
      expect((await write()).written).toHaveLength(written.length + 5);
      const first = bytesBelow(dir);
      expect((await write()).written).toEqual([]);
      rmSync(dir, { recursive: true });
      await write();
      expect(bytesBelow(dir)).toEqual(first);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });

  it("can be listed for one document, without files of other documents", async () => {
    const sample = await writtenProject("iteration_complete");
    const { rows } = await sample.db.tx((db) =>
      sql<{
        root_id: Parameters<typeof contributionFiles>[1]["rootId"];
      }>`select root_id from contributions where stage = 'paralysis' limit 1`.execute(db),
    );
    const files = await sample.db.tx((db) =>
      contributionFiles(db, { sessionId: sample.sessionId, rootId: rows[0]!.root_id }, sample),
    );
    const own = written.filter((path) => path.includes("2_paralysis") && !path.endsWith("seed_prompt.md"));
    expect(files.map((file) => file.path).sort()).toEqual(own.sort());
  });

  it("are not found by another user or at an unknown path", async () => {
    const sample = await writtenProject("iteration_complete");
    const stranger = await sampleSession(t.database);
    await expect(listProjectFiles(stranger, sample)).rejects.toMatchObject({ code: "not_found" });
    await expect(readProjectFile(stranger, { projectId: sample.projectId, path: "popup.md" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(readProjectFile(sample, { projectId: sample.projectId, path: "../popup.md" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(listProjectFiles(sample, { projectId: newId<ProjectId>() })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

function bytesBelow(dir: string): Record<string, string> {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(dir.length), sha256(readFileSync(path))]));
}
