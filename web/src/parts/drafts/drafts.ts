import { randomKey } from "../money/top-up-keys.ts";
import { createDraftStore } from "./draft-store.ts";

/** Reading `localStorage` throws if the user has blocked it. */
function findStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** Null if the browser has no storage. */
export const storage = findStorage();

/** The drafts of this browser, which all its tabs share. */
export const drafts = createDraftStore({ storage, now: Date.now, newId: randomKey });

window.addEventListener("storage", ({ key }) => drafts.changedElsewhere(key));
// Warns only about drafts that would be lost. All other drafts survive a reload.
window.addEventListener("beforeunload", (event) => {
  if (drafts.hasAnyOnlyHere()) event.preventDefault();
});

takeOverOldBrief();

/** Moves a brief that an earlier version of the app stored under other keys. */
function takeOverOldBrief(): void {
  const text = storage?.getItem("draft.brief");
  if (!text) return;
  const fileName = storage?.getItem("draft.brief-name");
  drafts.write({ subject: { kind: "brief" }, text, ...(fileName && { fileName }) });
  storage?.removeItem("draft.brief");
  storage?.removeItem("draft.brief-name");
}
