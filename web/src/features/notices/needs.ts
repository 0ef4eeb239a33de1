import type { Notice, Project } from "@dialectic/contract";

export type Need = Notice & { title: string };

type Standing = NonNullable<Project["latestSession"]>;

const titles: Partial<Record<Notice["kind"], string>> = {
  "stage.finished": "A stage is ready to submit",
  "stage.failed": "A stage stopped",
  "document.failed": "A document could not be written",
  "render.failed": "A document could not be rendered",
  paused: "Work is paused",
  "budget.reached": "A budget is reached",
};

/** Whether what the notice tells still stands. A session that is not its project's newest is believed. */
function stillStands(notice: Notice, standing: Standing | undefined): boolean {
  if (notice.kind === "render.failed") return true;
  if (!standing) return notice.kind !== "stage.finished";
  if (notice.kind === "paused" || notice.kind === "budget.reached") return standing.status === "paused";
  if (notice.kind === "stage.finished") {
    return standing.status === "awaiting_feedback" && standing.currentStage === notice.stage;
  }
  return standing.status === "failed";
}

/**
 * What waits for the reader: of each session the newest notice of each kind, as long as it still stands.
 * A stage that was retried needs nobody any more, read or not.
 */
export function findNeeds(notices: Notice[], projects: Project[]): Need[] {
  const standings = new Map(
    projects.flatMap(({ latestSession }) => (latestSession ? [[latestSession.id, latestSession]] : [])),
  );
  const seen = new Set<string>();
  return notices.flatMap((notice) => {
    const title = titles[notice.kind];
    if (!title || notice.read) return [];
    const standing = notice.sessionId ? standings.get(notice.sessionId) : undefined;
    if (!stillStands(notice, standing)) return [];
    // A failed stage and the document that failed it are one matter.
    const matter = notice.kind.endsWith(".failed") && notice.kind !== "render.failed" ? "failed" : notice.kind;
    const key = `${notice.sessionId ?? notice.id} ${matter} ${matter === "render.failed" ? notice.id : ""}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ ...notice, title }];
  });
}
