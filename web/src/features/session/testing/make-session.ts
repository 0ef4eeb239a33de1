import {
  DocumentSummary as DocumentShape,
  type DocumentSummary,
  type ExpectedWork,
  Session,
  StageRun,
} from "@dialectic/contract";
import { capitalise } from "../../../ui/format.ts";

const id = (n: number) => `01890a5d-ac96-774b-bcce-${n.toString().padStart(12, "0")}`;
const at = "2025-11-15T12:00:00Z";

type StageParts = { status?: StageRun["status"]; states?: ExpectedWork["state"][]; models?: string[] };

/** Creates a stage with one work order for each given state. The work orders are assigned to the models in turn. */
export function makeStage(
  stage: string,
  { status = null, states = [], models = ["a", "b"] }: StageParts = {},
): StageRun {
  const work = states.map((state, n) => ({
    key: `${stage}-${n}`,
    label: `${stage} ${n}`,
    model: models[n % models.length],
    intermediate: false,
    state,
    why: state === "failed" ? "The provider said no." : null,
    pauseReason: null,
    waitsFor: null,
    jobId: id(500 + n),
  }));
  return StageRun.parse({
    id: status === null ? null : id(10),
    stage,
    name: capitalise(stage),
    about: "",
    status,
    calls: work.length,
    requests: work.length,
    done: states.filter((state) => state === "done").length,
    expected: work.length,
    combining: null,
    work,
    waits: [],
    findings: 0,
    spent: "0",
    error: null,
    startedAt: null,
    finishedAt: null,
    iteration: 1,
  });
}

export function makeSession(parts: Partial<Session>): Session {
  const session = {
    id: id(1),
    projectId: id(2),
    projectName: "A project",
    process: "classic",
    processVersion: 1,
    domain: "general",
    overlay: {},
    models: ["a", "b"],
    leadModel: "a",
    auto: false,
    maxOutputTokens: null,
    continuations: 5,
    proposals: 1,
    acceptFindings: false,
    retryWindow: "15m",
    status: "running",
    blockedBy: null,
    currentStage: "thesis",
    iteration: 1,
    stages: [makeStage("thesis"), makeStage("antithesis")],
    calls: 0,
    requests: 0,
    findings: 0,
    spent: "0",
    budget: null,
    quote: null,
    iterationQuotes: [],
    createdAt: at,
  };
  return Session.parse({ ...session, ...parts });
}

export function makeDocument(n: number, parts: Partial<DocumentSummary>): DocumentSummary {
  const document = {
    id: id(1000 + n),
    sessionId: id(1),
    stage: "thesis",
    iteration: 1,
    model: "a",
    kind: "whole",
    artifact: null,
    title: "Thesis",
    path: `p/${n}.md`,
    intermediate: false,
    chunks: 1,
    words: 100,
    sha256: "",
    contributionId: id(2000 + n),
    version: 1,
    stale: null,
    replacedBy: null,
    regenerating: null,
    findings: [],
    createdAt: at,
  };
  return DocumentShape.parse({ ...document, ...parts });
}
