import { DocumentSummary } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { findNeighbours } from "./neighbours.ts";

const id = (n: number) => `01890a5d-ac96-774b-bcce-${n.toString().padStart(12, "0")}`;

const make = (n: number, parts: Partial<Record<keyof DocumentSummary, unknown>> = {}) =>
  DocumentSummary.parse({
    id: id(n),
    sessionId: id(1),
    stage: "thesis",
    iteration: 1,
    model: "a",
    kind: "whole",
    artifact: null,
    title: `Document ${n}`,
    path: `p/${n}.md`,
    intermediate: false,
    chunks: 1,
    words: 10,
    sha256: "",
    contributionId: id(n + 100),
    version: 1,
    stale: null,
    replacedBy: null,
    regenerating: null,
    findings: [],
    createdAt: "2025-11-15T12:00:00Z",
    ...parts,
  });

describe("findNeighbours", () => {
  const whole = [make(10), make(20), make(30, { stage: "antithesis" })];
  const [first, second, third] = whole;
  const part = (n: number, of: number) =>
    make(n, { kind: "artifact", artifact: `p${n}`, contributionId: id(of + 100) });
  const replaced = make(19, { replacedBy: id(20) });
  const documents = [
    first,
    replaced,
    part(11, 10),
    part(12, 10),
    make(15, { intermediate: true }),
    second,
    part(21, 20),
    third,
  ];
  const all = documents.filter((document) => document !== undefined);

  it("goes from one whole document to the next, across stages, and skips all other documents", () => {
    const current = make(20);
    expect(findNeighbours(all, current)).toEqual({ previous: first, next: third });
  });

  it("goes from one part to the next part of the same document", () => {
    const neighbours = findNeighbours(all, part(12, 10));
    expect(neighbours.previous?.title).toBe("Document 11");
    expect(neighbours.next).toBeUndefined();
  });

  it("finds no neighbours for a document that is not in the list yet", () => {
    expect(findNeighbours(all, make(99))).toEqual({ previous: undefined, next: undefined });
  });
});
