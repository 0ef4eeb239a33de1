import { Event } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { affectedQueries } from "./affected-queries.ts";

const projectId = "01890a5d-ac96-774b-bcce-b302099a8057";
const sessionId = "01890a5d-ac96-774b-bcce-b302099a8058";
const event = (kind: string, place: { projectId?: string; sessionId?: string }) =>
  Event.parse({
    seq: 1,
    kind,
    projectId: place.projectId ?? null,
    sessionId: place.sessionId ?? null,
    data: { documentId: "a-document", conversationId: "a-conversation" },
    at: "2025-11-15T12:00:00Z",
  });

describe("affectedQueries", () => {
  it.each([
    ["project.created", { projectId }, [["projects"], ["inbox"]]],
    ["session.changed", { projectId, sessionId }, [["session", sessionId], ["projects"], ["inbox"]]],
    ["job.paused", { projectId, sessionId }, [["session", sessionId], ["projects"], ["waits"], ["inbox"]]],
    ["job.processing", { projectId, sessionId }, [["session", sessionId], ["projects"], ["waits"]]],
    ["wallet.topped-up", {}, [["wallet"], ["waits"], ["inbox"]]],
    [
      "wallet.settled",
      { projectId, sessionId },
      [["session", sessionId], ["projects"], ["wallet"], ["waits"], ["inbox"]],
    ],
    ["text.streamed", { projectId, sessionId }, []],
    ["document.created", { projectId, sessionId }, [["session", sessionId], ["projects"]]],
    [
      "document.edited",
      { projectId, sessionId },
      [["session", sessionId], ["projects"], ["document", "a-document"], ["inbox"]],
    ],
    ["notification.read", {}, [["notifications"]]],
    ["notification.created", { projectId, sessionId }, [["session", sessionId], ["projects"], ["notifications"]]],
    ["job.completed", {}, [["waits"]]],
    ["exchange.completed", { projectId }, [["projects"], ["conversations"], ["conversation", "a-conversation"]]],
    ["catalogue.changed", {}, [["knowledge"]]],
    ["fact.accepted", { projectId }, [["projects"], ["knowledge", projectId], ["session"]]],
    ["parse.failed", { projectId }, [["projects"], ["knowledge", projectId]]],
  ])("returns the queries to invalidate after %s with %o", (kind, place, expected) => {
    expect(affectedQueries(event(kind, place))).toEqual(expected);
  });
});
