import { ContributionId } from "@dialectic/contract";
import { expect, it } from "vitest";
import { arrangeFeedback } from "./arrange-feedback.ts";

const id = (n: number) => ContributionId.parse(`00000000-0000-7000-8000-00000000000${n}`);
const said = (stage: string, about: number | null, changes: object = {}) => ({
  iteration: 1,
  stage,
  contribution_id: about === null ? null : id(about),
  work_key: about === null ? null : `work ${about}`,
  replaced: false,
  text: `${stage} ${about ?? "as a whole"}`,
  ...changes,
});
const reader = {
  stages: ["thesis", "antithesis", "synthesis"],
  stage: "antithesis",
  iteration: 1,
  documents: [id(1)],
  rewrites: null,
};

it("feedback on a document is placed next to the document or, if the prompt does not contain it, in a section of its own", () => {
  const arranged = arrangeFeedback(
    [said("thesis", null), said("thesis", 1), said("thesis", 2), said("thesis", 3, { replaced: true })],
    reader,
  );
  expect(arranged).toEqual({
    beside: new Map([[id(1), "thesis 1"]]),
    onStages: [{ stage: "thesis", text: "thesis as a whole" }],
    elsewhere: [{ id: id(2), text: "thesis 2" }],
    onReplaced: [],
  });
});

it("a call that is not a regeneration gets no feedback on its own stage or later stages", () => {
  const later = [said("antithesis", null), said("antithesis", 4), said("synthesis", null), said("synthesis", 5)];
  expect(arrangeFeedback(later, reader)).toEqual({ beside: new Map(), onStages: [], elsewhere: [], onReplaced: [] });
});

it("a regeneration gets the feedback on its stage and on every text that it replaces", () => {
  const all = [
    said("antithesis", null),
    said("antithesis", 4),
    said("antithesis", 5, { work_key: "work 4", replaced: true }),
    said("antithesis", 6),
    said("synthesis", null),
  ];
  expect(arrangeFeedback(all, { ...reader, rewrites: "work 4" })).toEqual({
    beside: new Map(),
    onStages: [{ stage: "antithesis", text: "antithesis as a whole" }],
    elsewhere: [],
    onReplaced: ["antithesis 4", "antithesis 5"],
  });
});

it("feedback from an earlier iteration is treated as feedback on earlier stages", () => {
  const { onStages, elsewhere } = arrangeFeedback([said("synthesis", null), said("synthesis", 7)], {
    ...reader,
    iteration: 2,
  });
  expect([onStages, elsewhere]).toEqual([
    [{ stage: "synthesis", text: "synthesis as a whole" }],
    [{ id: id(7), text: "synthesis 7" }],
  ]);
});
