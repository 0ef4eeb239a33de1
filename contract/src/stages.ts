import { z } from "zod";
import { stageParams } from "./params.ts";
import type { Route } from "./route.ts";
import { Session } from "./sessions.ts";

/** Running and controlling stages. */
export const stagesRoutes = {
  generateStage: {
    method: "post",
    path: "/api/sessions/{sessionId}/stages/{stage}/generate",
    about: "Starts the current stage. Starting it twice is the same as once.",
    params: stageParams,
    response: Session,
  },
  submitStage: {
    method: "post",
    path: "/api/sessions/{sessionId}/stages/{stage}/submit",
    about: "Submits a finished stage and moves the session on. Submitting twice is the same as once.",
    params: stageParams,
    response: Session,
  },
  pauseStage: {
    method: "post",
    path: "/api/sessions/{sessionId}/stages/{stage}/pause",
    about: "Pauses what has not started; what is running finishes its attempt.",
    params: stageParams,
    response: Session,
  },
  resumeStage: {
    method: "post",
    path: "/api/sessions/{sessionId}/stages/{stage}/resume",
    about: "Resumes what was paused, each job where it was.",
    params: stageParams,
    response: Session,
  },
  cancelStage: {
    method: "post",
    path: "/api/sessions/{sessionId}/stages/{stage}/cancel",
    about: "Cancels the stage; what is written stays.",
    params: stageParams,
    response: Session,
  },
  retryStage: {
    method: "post",
    path: "/api/sessions/{sessionId}/stages/{stage}/retry",
    about:
      "Runs again only what is missing of a failed or cancelled stage. Work that waits for a provider is tried now.",
    params: stageParams,
    response: Session,
  },
  continueWithout: {
    method: "post",
    path: "/api/sessions/{sessionId}/stages/{stage}/continue-without",
    about:
      "Takes the missing work of a model out of a failed stage, which finishes with what the others write. Without a model: of every model that failed. Doing it twice is the same as once.",
    params: stageParams,
    body: z.strictObject({ model: z.string().optional() }),
    response: Session,
  },
} as const satisfies Record<string, Route>;
