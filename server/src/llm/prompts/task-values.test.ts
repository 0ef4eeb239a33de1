import { expect, it } from "vitest";
import { taskPlaceholders, taskValues } from "./task-values.ts";

const document = { id: "D1", kind: "thesis", label: "Proposal A", text: "…" };

it("taskValues returns a value for every placeholder that a task may use", () => {
  const values = taskValues({ stageName: "Thesis", iteration: 1, documents: [] });
  expect(Object.keys(values).sort()).toEqual([...taskPlaceholders].sort());
  expect(values).toMatchObject({ documents: "", document_count: "0", feedback: "", further_iteration: "" });
});

it("taskValues names the documents and the subjects of feedback", () => {
  const documents = [
    { ...document, feedback: "Too dear." },
    { ...document, id: "D2", label: "Proposal B" },
  ];
  const values = taskValues({
    stageName: "Synthesis",
    iteration: 2,
    documents,
    feedback: [{ about: "the stage Thesis", text: "Hurry." }],
  });
  expect(values).toMatchObject({
    documents: "Proposal A [D1], Proposal B [D2]",
    document_count: "2",
    feedback: "D1, the stage Thesis",
    further_iteration: "2",
  });
});
