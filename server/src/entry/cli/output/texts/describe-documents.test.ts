import { ContributionId, type DocumentId, DocumentSummary, MemoryHit } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { describeHit } from "../../commands/memory/memory-search.ts";
import { documentSubjects } from "../../input/document-subjects.ts";
import { describeDocuments } from "./describe-documents.ts";

const id = (number: number) => `01890a5d-ac96-774b-bcce-${String(number).padStart(12, "0")}`;
const document = (number: number, parts: Partial<DocumentSummary>): DocumentSummary =>
  DocumentSummary.parse({
    id: id(number),
    sessionId: id(900),
    stage: "thesis",
    iteration: 1,
    model: "rehearsal/atlas",
    kind: "whole",
    artifact: null,
    title: "Proposal",
    path: "a.md",
    intermediate: false,
    chunks: 1,
    words: 12,
    sha256: "",
    contributionId: id(901),
    version: 1,
    stale: null,
    replacedBy: null,
    regenerating: null,
    findings: [],
    createdAt: "2026-01-31T00:00:00.000Z",
    ...parts,
  });

describe("documents as a list", () => {
  it("are grouped by stage, in order", () => {
    const documents = [document(1, {}), document(2, { stage: "synthesis", version: 2 }), document(3, {})];
    const lines = describeDocuments(documents).split("\n");
    expect(lines.map((line) => line.split(" ")[0])).toEqual([
      "thesis",
      "ID",
      id(1),
      id(3),
      "",
      "synthesis",
      "ID",
      id(2),
    ]);
    expect(lines.at(-1)).toMatch(/edited, version 2 {2}Proposal$/);
  });

  it("are grouped by iteration if there are several iterations; an empty list says that there is nothing", () => {
    expect(describeDocuments([document(1, {}), document(2, { iteration: 2 })])).toMatch(
      /^thesis, iteration 1\nID [\s\S]*\n\nthesis, iteration 2\nID /,
    );
    expect(describeDocuments([])).toBe("Nothing to show.");
  });
});

describe("documents with the same title", () => {
  const critiques = [1, 2, 3].map((n) =>
    document(n, { title: n === 3 ? "Risks" : "Critique", contributionId: ContributionId.parse(id(n)) }),
  );
  const made: Record<string, { model?: string; intermediate?: boolean; from?: number[] }> = {
    [id(1)]: { from: [4] },
    [id(2)]: { from: [5] },
    [id(3)]: { from: [4] },
    [id(4)]: {},
    [id(5)]: { model: "rehearsal/briar" },
    [id(6)]: { from: [4, 5] },
    [id(7)]: { from: [8] },
    [id(8)]: { intermediate: true },
  };
  const open = async (documentId: DocumentId) => {
    const { from = [], model = "rehearsal/atlas", intermediate = false } = made[documentId] ?? {};
    const sources = from.map((n) => document(n, {})).map((one) => ({ ...one, documentId: one.id }));
    return { model, intermediate, sources };
  };

  it("name the author of their source document, if they have exactly one source", async () => {
    const many = [6, 7].map((n) => document(n, { title: "Critique", contributionId: ContributionId.parse(id(n)) }));
    const documents = [...critiques, ...many];
    const lines = describeDocuments(documents, await documentSubjects(documents, open)).split("\n");
    expect(lines.slice(2).map((line) => line.split(/ {2,}/).at(-1))).toEqual([
      "Critique on rehearsal/atlas",
      "Critique on rehearsal/briar",
      "Risks",
      "Critique",
      "Critique",
    ]);
  });
});

describe("artifacts of several proposals of one model", () => {
  it("name the document they are part of", async () => {
    const documents = [1, 2].flatMap((n) => {
      const of = { contributionId: ContributionId.parse(id(n)) };
      return [
        document(n, { ...of, kind: "whole", title: `Atlas's thesis, ${n} of 2` }),
        document(n + 2, { ...of, kind: "artifact", title: "Claims" }),
      ];
    });
    const open = async () => ({ model: "rehearsal/atlas", intermediate: false, sources: [] });
    const text = describeDocuments(documents, await documentSubjects(documents, open));
    expect(text.match(/Claims.*/g)).toEqual(["Claims in Atlas's thesis, 1 of 2", "Claims in Atlas's thesis, 2 of 2"]);
  });
});

describe("describeHit", () => {
  const hit = MemoryHit.parse({
    source: `document:${id(7)}`,
    kind: "document",
    projectId: id(1),
    sessionId: id(2),
    documentId: id(7),
    title: "Proposal",
    path: "session_1/a.md",
    conversationId: null,
    ref: null,
    at: null,
    start: 3,
    end: 9,
    context: "Plan\nMoney",
    text: "Enough.",
    score: 0.5,
    scores: { bm25: null, window: null, cosine: null },
  });

  it("names a document by title and path", () => {
    expect(describeHit(hit)).toBe("0.50  Proposal (00000007) session_1/a.md, characters 3–9\nPlan › Money\nEnough.");
  });

  it("names a source that is not a document by its own name", () => {
    const file = { ...hit, source: "file:notes.md", documentId: null, title: null, path: null };
    expect(describeHit(file)).toMatch(/^0\.50 {2}file:notes\.md, characters 3–9\n/);
    expect(describeHit(file, "hedge")).toMatch(/^0\.50 {2}hedge: file:notes\.md, /);
  });
});
