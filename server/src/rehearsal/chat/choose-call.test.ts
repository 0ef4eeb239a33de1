import { describe, expect, it } from "vitest";
import { chooseCall } from "./choose-call.ts";

const all = new Set(
  "search search_facts propose_fact explain_fact explain_claim list_documents regenerate_document regenerate_stale start_stage pause_stage inspect_session read_wallet list_files read_file read_message read_item add_item query_project".split(
    " ",
  ),
);
const id = "0192f0c1-7a7a-7000-8000-000000000001";
const listing = {
  name: "list_documents",
  text: `Documents of session x:\n${id.replace("1", "2")}: Master plan (parenthesis, rehearsal/atlas, 300 words)\n${id}: Milestones (parenthesis, rehearsal/atlas, 200 words)`,
};

describe("a rehearsal model in a conversation", () => {
  it.each([
    [
      "Change the budget to 150k.",
      "propose_fact",
      { key: "project.budget.total", value: "150k", quote: "Change the budget to 150k." },
    ],
    [
      "Hello. The deadline is 2027-03-12!",
      "propose_fact",
      { key: "project.timeline.deadline", value: "2027-03-12", quote: "The deadline is 2027-03-12!" },
    ],
    [
      "We are 300 guests now",
      "propose_fact",
      { key: "project.summary.audience_size", value: "300", quote: "We are 300 guests now" },
    ],
    ["Is the budget 150k?", "search_facts", { query: "Is the budget 150k?" }],
    ["Add an item called Photo wall.", "add_item", { name: "Photo wall" }],
    ["SQL: select count(*) from facts", "query_project", { sql: "select count(*) from facts" }],
    ["Which items are there?", "read_item", {}],
    ["Why was C14 rejected?", "explain_claim", { claim: "C14" }],
    ["Where does F3 come from?", "explain_fact", { fact: "F3" }],
    ["Start the synthesis, please.", "start_stage", { stage: "synthesis" }],
    ["How much is in my wallet?", "read_wallet", {}],
    ["Regenerate everything that is stale", "regenerate_stale", {}],
    ["Regenerate the milestones with that", "list_documents", {}],
    ["When do the doors open?", "search", { query: "When do the doors open?" }],
  ])("answers “%s” with %s", (query, name, input) => {
    expect(chooseCall(query, all, [])).toEqual({ name, input });
  });

  it("regenerates the document whose title the user named, after it has read the list of documents", () => {
    const query = "Regenerate the milestones with that";
    expect(chooseCall(query, all, [listing])).toEqual({ name: "regenerate_document", input: { documentId: id } });
    expect(chooseCall(query, all, [listing, { name: "regenerate_document", text: "Proposed" }])).toBeNull();
  });

  it("calls only offered tools, each at most once, and none for a greeting", () => {
    expect(chooseCall("Why was C14 rejected?", new Set(["search"]), [])).toEqual({
      name: "search",
      input: { query: "Why was C14 rejected?" },
    });
    expect(chooseCall("When do the doors open?", all, [{ name: "search", text: "At nine." }])).toBeNull();
    expect(chooseCall("Thank you!", all, [])).toBeNull();
  });
});
