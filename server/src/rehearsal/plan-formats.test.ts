import { describe, expect, it } from "vitest";
import { briefs } from "./sample-briefs.fixture.ts";
import { type Rehearsed, rehearsed } from "./sample-process.fixture.ts";
import { type Step, write } from "./sample-prompts.fixture.ts";
import { field, ids, part, rows } from "./sample-reading.fixture.ts";

const documents = [...rehearsed().values()].flat();
const ofStep = (step: Step): Rehearsed[] => documents.filter((one) => one.step === step);

describe("a synthesis", () => {
  it("gives every claim of every thesis exactly one verdict, in the order of the documents", () => {
    for (const { markdown, documents: given } of ofStep("final")) {
      const claims = given
        .filter((one) => one.kind === "thesis")
        .flatMap((one) => ids(one.markdown, /(?<=^- C: ).+$/gm).map((text) => ({ doc: one.id, text })));
      const [head, , ...body] = rows(part(markdown, "Resolved positions"));
      expect(head).toEqual(["claim", "verdict", "because", "answers"]);
      expect(body.length).toBe(claims.length);
      for (const [index, [claim = "", verdict = "", because = "", answers = ""]] of body.entries()) {
        const { doc, text } = claims[index] ?? { doc: "", text: "" };
        expect(claim.startsWith(`[${doc}] `)).toBe(true);
        expect(text.startsWith(claim.replace(/^\[D\d+\] /, "").replace(/ …$/, ""))).toBe(true);
        expect(["kept", "merged", "rejected", "open"]).toContain(verdict);
        expect(because).not.toBe("");
        expect(answers).toMatch(/^(?:R-\d+|none)$/);
      }
    }
  });

  it("uses the engine's numbers for claims when they are given", () => {
    const thesis = {
      id: "D1",
      kind: "thesis",
      label: "Proposal A",
      markdown: write("atlas", { request: briefs.popup }),
    };
    const texts = ids(thesis.markdown, /(?<=^- C: ).+$/gm);
    const sections = `<<<claims 0123456789ab>>>\n${texts.map((text, i) => `- [C${i + 1}] ${text}`).join("\n")}\n<<<end claims 0123456789ab>>>`;
    const markdown = write("cedar", { request: briefs.popup, step: "final", documents: [thesis], sections });
    const claims = rows(part(markdown, "Resolved positions"))
      .slice(2)
      .map(([claim = ""]) => claim.match(/^\[(C\d+)\]/)?.[1]);
    expect(claims).toEqual(texts.map((_, i) => `C${i + 1}`));
  });

  it("numbers requirements without gaps and points to no requirement that is not there", () => {
    for (const { markdown } of ofStep("final")) {
      const sections = part(markdown, "Requirements")
        .split(/^(?=### )/m)
        .slice(1);
      expect(sections.map((one) => one.match(/^### (R-\d+) \S/)?.[1])).toEqual(sections.map((_, i) => `R-${i + 1}`));
      for (const one of sections) {
        expect(one).toContain("must");
        expect(field(one, "Acceptance")).not.toBe("");
        expect(field(one, "Priority")).toMatch(/^(?:must|should|could)\b/);
        expect(field(one, "Source")).toMatch(/“[^”]+”/);
      }
      const answers = rows(part(markdown, "Resolved positions"))
        .slice(2)
        .flatMap((row) => ids(row[3] ?? "", /\d+/g).map(Number));
      expect(answers.every((number) => number <= sections.length)).toBe(true);
    }
  });
});

describe("a plan", () => {
  const milestonesOf = (markdown: string): { id: string; dependsOn: string[]; requirements: string[] }[] =>
    part(markdown, "Milestones")
      .split(/^(?=## )/m)
      .slice(1)
      .map((text) => ({
        id: text.match(/^## (M\d+) \S/)?.[1] ?? "",
        dependsOn: ids(field(text, "Depends on"), /M\d+/g),
        requirements: ids(field(text, "Requirements"), /R-\d+/g),
      }));

  it("covers every requirement with a milestone, without a cycle", () => {
    for (const { markdown, documents: given } of ofStep("formalise")) {
      const known = ids(part(markdown, "Technical requirements"), /(?<=^### )R-\d+/gm);
      const milestones = milestonesOf(markdown);
      expect(milestones.flatMap((one) => one.requirements).toSorted()).toEqual(known.toSorted());
      const asked = given.flatMap((one) => ids(part(one.markdown, "Requirements"), /(?<=^### )R-\d+/gm));
      expect(asked.filter((id) => !known.includes(id))).toEqual([]);
      const done = new Set<string>();
      for (const { id, dependsOn } of milestones) {
        expect(dependsOn.filter((one) => !done.has(one))).toEqual([]);
        done.add(id);
      }
    }
  });

  it("names every milestone in the master plan, with a status, and a reason where one is due", () => {
    for (const { markdown } of ofStep("formalise")) {
      const lines = part(markdown, "Master plan")
        .split("\n")
        .filter((line) => line.startsWith("- ["));
      expect(
        lines.map(
          (line) =>
            line.match(/^- \[[ ~x!?-]\] (M\d+) .+ — depends on: .+ — owner: .+ — estimate: .+ — exit: .+$/)?.[1],
        ),
      ).toEqual(milestonesOf(markdown).map((one) => one.id));
      expect(lines.filter((line) => /^- \[[!?-]\]/.test(line) && !line.includes(" — reason: "))).toEqual([]);
    }
  });

  it("works every requirement out with interfaces, data, limits, failure, security, test and source", () => {
    for (const { markdown } of ofStep("formalise")) {
      for (const text of part(markdown, "Technical requirements")
        .split(/^(?=### )/m)
        .slice(1)) {
        for (const name of ["Interfaces", "Data", "Limits", "Failure", "Security", "Test", "Source"])
          expect(field(text, name)).not.toBe("");
      }
    }
  });
});

describe("a breakdown", () => {
  const fields = [
    "Depends on",
    "Inputs",
    "Check first",
    "Done when",
    "Estimate",
    "Requirements",
    "Kind",
    "Closes with",
  ];

  it("orders its work so that nothing depends on what comes later", () => {
    for (const { markdown } of ofStep("break-down")) {
      const nodes = part(markdown, "Work plan")
        .split(/^(?=### )/m)
        .slice(1);
      expect(nodes.length).toBeGreaterThan(0);
      const done = new Set<string>();
      for (const node of nodes) {
        expect(ids(field(node, "Depends on"), /W\d+\.\d+/g).filter((id) => !done.has(id))).toEqual([]);
        expect(fields.filter((name) => field(node, name) === "")).toEqual([]);
        expect(ids(node, /^ {2}- \[ \] \S/gm).length).toBeGreaterThan(0);
        done.add(node.match(/^### (W\d+\.\d+) \S/)?.[1] ?? "");
      }
      expect(done.size).toBe(nodes.length);
    }
  });

  it("keeps the master plan as it was, but for the statuses", () => {
    const bare = (plan: string): string[] =>
      plan.split("\n").flatMap((line) => line.match(/^- \[.\] (M\d+ .*?)(?: — reason: .*)?$/)?.[1] ?? []);
    for (const { markdown, documents: given } of ofStep("break-down")) {
      expect(bare(part(markdown, "Updated master plan"))).toEqual(bare(part(given[0]?.markdown ?? "", "Master plan")));
      expect(part(markdown, "Updated master plan")).toMatch(/^- \[[~?]\] M1 /m);
    }
  });

  it("goes on from what was ticked in an earlier lap", () => {
    const plan = documents.find((one) => one.step === "formalise")?.markdown ?? "";
    const ticked = plan.replace(/^- \[.\] M1 /m, "- [x] M1 ");
    const document = { id: "D1", kind: "parenthesis", label: "Plan", markdown: ticked };
    const markdown = write("cedar", { request: briefs.popup, step: "break-down", documents: [document] });
    expect(part(markdown, "Work plan")).not.toMatch(/^### W1\./m);
    expect(part(markdown, "Work plan")).toMatch(/^### W2\.1 /m);
    expect(part(markdown, "Updated master plan")).toMatch(/^- \[x\] M1 /m);
  });

  it("recommends: decision, runner-up, dissent, what would change our mind, three actions", () => {
    for (const { markdown } of ofStep("break-down")) {
      const text = part(markdown, "Recommendation");
      expect(ids(text, /(?<=^## ).+$/gm)).toEqual([
        "Decision",
        "Runner-up",
        "Dissent",
        "What would change our mind",
        "First three actions",
      ]);
      expect(ids(text, /^\d\. \S.+$/gm)).toHaveLength(3);
    }
  });
});
