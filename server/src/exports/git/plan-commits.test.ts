import { describe, expect, it } from "vitest";
import { planCommits } from "./plan-commits.ts";

const run = (stage: string, started: string, finished: string | null, session = "{{sessions/0/x}}") =>
  JSON.stringify({ session_id: session, iteration: 1, stage, started_at: started, finished_at: finished });
const session = (n: number, short_id: string) => JSON.stringify({ id: `{{sessions/${n}/x}}`, short_id });

describe("the commits of an export", () => {
  it("are the brief, the stages of all sessions in the order of their start, and the summary", () => {
    const folder = (id: string, stage: string) => `session_${id}/iteration_1/${stage}/a.md`;
    const plans = planCommits({
      name: "Hedge",
      paths: ["Pending/01_m1.md", "brief.md", "general_resource/map", "project_readme.md"].concat([
        folder("bbbbbbbb", "1_thesis"),
        folder("aaaaaaaa", "2_antithesis"),
        folder("aaaaaaaa", "1_thesis"),
        folder("cccccccc", "1_thesis"),
      ]),
      sessions: [session(0, "aaaaaaaa"), session(1, "bbbbbbbb")],
      stageRuns: [
        run("antithesis", "2026-01-03", null),
        run("thesis", "2026-01-02", "2026-01-05", "{{sessions/1/x}}"),
        run("thesis", "2026-01-01", "2026-01-02"),
      ],
    });
    expect(plans).toEqual([
      { message: "brief: Hedge", at: "2026-01-01", paths: ["brief.md", "general_resource/map"] },
      { message: "thesis: session aaaaaaaa, iteration 1", at: "2026-01-02", paths: [folder("aaaaaaaa", "1_thesis")] },
      { message: "thesis: session bbbbbbbb, iteration 1", at: "2026-01-05", paths: [folder("bbbbbbbb", "1_thesis")] },
      {
        message: "antithesis: session aaaaaaaa, iteration 1",
        at: "2026-01-03",
        paths: [folder("aaaaaaaa", "2_antithesis")],
      },
      { message: "thesis: session cccccccc, iteration 1", at: null, paths: [folder("cccccccc", "1_thesis")] },
      { message: "plan: Hedge", at: null, paths: ["Pending/01_m1.md", "project_readme.md"] },
    ]);
  });

  it("are a single commit if no stage was started", () => {
    expect(planCommits({ name: "Hedge", paths: ["brief.md"], sessions: [], stageRuns: [] })).toEqual([
      { message: "brief: Hedge", at: null, paths: ["brief.md"] },
    ]);
  });
});
