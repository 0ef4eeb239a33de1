import { z } from "zod";
import { stageParams } from "./params.ts";
import type { Route } from "./route.ts";
import { Session } from "./sessions.ts";

export const stagesRoutes = {
  generateStage: {
    method: "post",
    path: "/api/sessions/{sessionId}/stages/{stage}/generate",
    about: "Starts the current stage. Safe to repeat.",
    params: stageParams,
    response: Session,
  },
  submitStage: {
    method: "post",
    path: "/api/sessions/{sessionId}/stages/{stage}/submit",
    about: "Submits a finished stage and moves the session to its next stage. Safe to repeat.",
    params: stageParams,
    response: Session,
  },
  pauseStage: {
    method: "post",
    path: "/api/sessions/{sessionId}/stages/{stage}/pause",
    about: "Pauses the jobs of a stage. A running job finishes its attempt first.",
    params: stageParams,
    response: Session,
  },
  resumeStage: {
    method: "post",
    path: "/api/sessions/{sessionId}/stages/{stage}/resume",
    about: "Resumes the paused jobs of a stage, each where it stopped.",
    params: stageParams,
    response: Session,
  },
  cancelStage: {
    method: "post",
    path: "/api/sessions/{sessionId}/stages/{stage}/cancel",
    about: "Cancels the stage. Documents that are already written stay.",
    params: stageParams,
    response: Session,
  },
  retryStage: {
    method: "post",
    path: "/api/sessions/{sessionId}/stages/{stage}/retry",
    about:
      "Runs only the missing work of a failed or cancelled stage again. Work that waits for a provider is retried now.",
    params: stageParams,
    response: Session,
  },
  continueWithout: {
    method: "post",
    path: "/api/sessions/{sessionId}/stages/{stage}/continue-without",
    about:
      "Excludes the missing work of a model from a failed stage, which then finishes with the documents of the other models. Without a model, excludes the missing work of every model that failed. Safe to repeat.",
    params: stageParams,
    body: z.strictObject({ model: z.string().optional() }),
    response: Session,
  },
} as const satisfies Record<string, Route>;
