import { Notification } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { describeNotification, placeOf } from "./describe-notification.ts";

const id = "01890a5d-ac96-774b-bcce-b302099a8057";
const notification = (kind: string, data: object, at: object = { sessionId: id, stage: "thesis" }) =>
  Notification.parse({
    id,
    kind,
    data,
    projectId: id,
    sessionId: null,
    stage: null,
    jobId: null,
    read: false,
    at: "2025-11-15T12:00:00Z",
    ...at,
  });
const error = { code: "unreachable", message: "The provider did not answer." };

describe("describeNotification", () => {
  it.each([
    ["stage.started", { label: "Thesis", documents: 3 }, "Thesis started: 3\u00a0documents to write."],
    ["stage.finished", { label: "Thesis", submit: false }, "Thesis is finished."],
    ["document.continued", { label: "A thesis" }, "A thesis was cut off and is continued."],
    [
      "document.corrected",
      { label: "A thesis" },
      "A thesis: parts of the answer are missing or could not be read, and the model is asked for them once more.",
    ],
    ["stage.finished", { label: "Thesis", submit: true }, "Thesis is finished. Read it, then submit it to continue."],
    [
      "stage.failed",
      { label: "Thesis", ...error },
      "Thesis failed. The provider did not answer. Finished documents are kept; retry to write the missing documents.",
    ],
    [
      "approval.needed",
      { label: "Merge 3", amount: "300000", balance: "1200000" },
      "Merge 3 needs your approval to spend $0.30, 25\u00a0% of your balance.",
    ],
    [
      "funds.short",
      { label: "Merge 3", amount: "350000", free: "100000" },
      "Merge 3 is paused: it needs $0.35 and $0.10 is free. Add money to continue.",
    ],
    [
      "budget.reached",
      { label: "Merge 3", amount: null, free: "100000", cap: "2500000" },
      "The budget of $2.50 is reached: Merge 3 needs more and $0.10 is left. Raise the budget to continue.",
    ],
  ])("describes %s in a sentence", (kind, data, text) => {
    expect(describeNotification(notification(kind, data))).toBe(text);
  });
});

describe("placeOf", () => {
  const card = { cardId: id, number: 2, title: "Order flour", column: "pending", gone: ["Mill"] };
  it.each([
    [notification("stage.paused", { label: "Thesis" }), `/sessions/${id}?stage=thesis`],
    [notification("document.finished", { documentId: id, title: "Plan", model: "m" }), `/documents/${id}`],
    [notification("card.changed", card), `/projects/${id}/board`],
    [notification("funds.short", { label: "Index", amount: "1", free: "0" }, {}), "/wallet"],
    [notification("work.resumed", { label: "Index" }, {}), null],
  ])("returns the page to act on %o", (one, place) => {
    expect(placeOf(one)).toBe(place);
  });
});
