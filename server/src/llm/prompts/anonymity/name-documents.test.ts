import { expect, it } from "vitest";
import { nameDocuments } from "./name-documents.ts";

const models = ["lab/north-1", "lab/south-2", "lab/west-3"];
const reading = { request: "Open a bakery.", models, proposals: 1 };
type Written = Parameters<typeof nameDocuments>[1][number];
const written: Written = { type: "thesis", model: "lab/south-2", lineageModel: null, markdown: "Bread.\n" };
const nameOf = (document: Partial<Written>, at = reading) => nameDocuments(at, [{ ...written, ...document }])[0]?.label;

// These exact letters must not change: with others, a rebuilt prompt would differ from the one that was sent.
it.each([
  [{ type: "thesis" }, "Proposal B"],
  [{ type: "antithesis", lineageModel: "lab/west-3" }, "Review of Proposal C"],
  [{ type: "pairwise_synthesis", lineageModel: "lab/north-1" }, "Improvement of Proposal A"],
  [{ type: "reduced_synthesis", lineageModel: "lab/west-3" }, "Improved version of Proposal C"],
  [{ type: "final_synthesis" }, "Synthesis B"],
  [{ type: "antithesis", lineageModel: null }, "Review of a proposal"],
  [{ type: "thesis", model: "lab/gone" }, "a proposal"],
  [{ type: "fire_drill" }, "fire drill"],
])("%j is called %s", (document, label) => expect(nameOf(document)).toBe(label));

it("nameDocuments gives each of a model's proposals its own letter, and a review the letter of its proposal", () => {
  const at = { ...reading, proposals: 2 };
  const letters = models.flatMap((model) =>
    [1, 2].map((proposal) => {
      const own = nameOf({ model, proposal }, at);
      expect(nameOf({ type: "antithesis", lineageModel: model, proposal }, at)).toBe(`Review of ${own}`);
      return own?.replace("Proposal ", "");
    }),
  );
  expect(letters.toSorted().join("")).toBe("ABCDEF");
});

it("nameDocuments assigns different letters for different requests", () => {
  const dealt = (request: string) => models.map((model) => nameOf({ model }, { ...reading, request })).join();
  expect(new Set(["A bakery.", "A bridge.", "A boat.", "A book."].map(dealt)).size).toBeGreaterThan(1);
});

it("nameDocuments names documents by their number in the session", () => {
  const ids = nameDocuments(reading, [{ ...written, number: 12 }, { ...written, number: 4 }, written]).map(
    ({ id }) => id,
  );
  expect(ids).toEqual(["D12", "D4", "D3"]);
});

it("nameDocuments numbers documents that have no number by their position, and hides the author's name", () => {
  const review = {
    type: "antithesis",
    model: "lab/north-1",
    lineageModel: "lab/south-2",
    markdown: "As south-2 says.",
  };
  expect(nameDocuments(reading, [written, review])).toEqual([
    { id: "D1", kind: "thesis", label: "Proposal B", text: "Bread.\n" },
    { id: "D2", kind: "antithesis", label: "Review of Proposal B", text: "As the author says." },
  ]);
});

it("nameDocuments keeps a model's name if the request itself mentions it", () => {
  const [document] = nameDocuments({ ...reading, request: "Move from south-2." }, [
    { ...written, markdown: "We leave south-2." },
  ]);
  expect(document?.text).toBe("We leave south-2.");
});

it("nameDocuments names a combined text after the documents it combines, and gives it their kind", () => {
  const of = (model: string) => ({ type: "thesis", model, lineageModel: model });
  const combined = { ...written, type: "combined-text", combines: [of("lab/south-2"), of("lab/north-1")] };
  expect(
    nameDocuments(reading, [combined, { ...combined, combines: [of("lab/south-2"), of("lab/south-2")] }]),
  ).toMatchObject([
    { id: "D1", kind: "thesis", label: expect.stringMatching(/^Proposal B and Proposal [AC], combined$/) },
    { id: "D2", kind: "thesis", label: "Proposal B, combined" },
  ]);
});
