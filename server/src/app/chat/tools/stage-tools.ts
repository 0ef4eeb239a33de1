import { formatDollars, type Quote, type Session, SessionId } from "@dialectic/contract";
import { z } from "zod";
import { iterationQuotes } from "#board";
import { type ChatTool, defineTool } from "#exchanges";
import { AppError, type UserDb } from "#platform";
import { generateStage, pauseStage } from "#sessions";
import type { ChatServices } from "../chat-services.ts";
import { sessionOf } from "../session-of.ts";

const OfSession = SessionId.optional().describe("by default, the newest session of the project");
const Stage = z.strictObject({ sessionId: OfSession, stage: z.string().min(1).max(100) });
const touches = ({ sessionId }: z.infer<typeof Stage>) => [`session:${sessionId ?? "newest"}`];

function describe(session: Session): string {
  const stages = session.stages.map(
    ({ stage, status, done, expected, error }) =>
      `- ${stage}: ${status ?? "not started"}, ${done} of ${expected} documents${error ? `, ${error}` : ""}`,
  );
  const { projectName, status, currentStage, iteration, models } = session;
  return `Session ${session.id} of "${projectName}": ${status}, stage ${currentStage}, iteration ${iteration}, models ${models.join(", ")}.\n${stages.join("\n")}`;
}

const stageIn = (session: Session, key: string) => {
  const stage = session.stages.find((one) => one.stage === key);
  if (!stage) throw new AppError("not_found", `Session ${session.id} has no stage ${key}.`);
  return stage;
};

/** Each further iteration has its own quote, because its prompts contain the progress so far. */
async function quoteOf(db: UserDb, { id, iteration, quote }: Session): Promise<Quote | null> {
  const further = await db.tx((tx) => iterationQuotes(tx, id), { single: true });
  return further.find((one) => one.iteration === iteration)?.quote ?? quote;
}

/** Inspecting a session needs no approval; starting or pausing a stage waits for the user's confirmation. */
export const stageTools = ({ ctxOf }: ChatServices): ChatTool[] => [
  defineTool({
    name: "inspect_session",
    description: "Returns the progress of a session and its stages.",
    schema: z.strictObject({ sessionId: OfSession }),
    effects: "none",
    run: async ({ db, projectId }, { sessionId }) => describe(await sessionOf(ctxOf(db), sessionId, projectId)),
  }),
  defineTool({
    name: "start_stage",
    description: "Proposes to start the current stage of a session. The user sees the price and decides.",
    schema: Stage,
    effects: "asks",
    touches,
    async propose({ db, projectId }, { sessionId, stage: key }) {
      const session = await sessionOf(ctxOf(db), sessionId, projectId);
      const stage = stageIn(session, key);
      if (session.currentStage !== key || stage.status === "running" || stage.status === "completed") {
        throw new AppError("stage_not_current", `${stage.name} cannot be started now: ${describe(session)}`);
      }
      const quoted = (await quoteOf(db, session))?.stages.find((one) => one.stage === key);
      const price = quoted && BigInt(quoted.high) > 0n ? BigInt(quoted.high) : null;
      const cost =
        quoted === undefined
          ? "Its price is not known."
          : price === null
            ? "It is free."
            : `It is expected to cost ${formatDollars(quoted.expected)}, and ${formatDollars(quoted.high)} at most.`;
      const input = { sessionId: session.id, stage: key };
      return { summary: `Start ${stage.name} of "${session.projectName}". ${cost}`, price, input };
    },
    async confirm({ db, projectId }, { sessionId, stage }) {
      const ctx = ctxOf(db);
      const { id } = await sessionOf(ctx, sessionId, projectId);
      const session = await generateStage(ctx, { sessionId: id, stage });
      return `${stageIn(session, stage).name} was started.`;
    },
  }),
  defineTool({
    name: "pause_stage",
    description: "Proposes to pause a stage that is running. The user decides.",
    schema: Stage,
    effects: "asks",
    touches,
    async propose({ db, projectId }, { sessionId, stage: key }) {
      const session = await sessionOf(ctxOf(db), sessionId, projectId);
      const stage = stageIn(session, key);
      if (stage.status !== "running") throw new AppError("conflict", `${stage.name} is not running.`);
      const input = { sessionId: session.id, stage: key };
      return { summary: `Pause ${stage.name} of "${session.projectName}".`, price: null, input };
    },
    async confirm({ db, projectId }, { sessionId, stage }) {
      const ctx = ctxOf(db);
      const { id } = await sessionOf(ctx, sessionId, projectId);
      const session = await pauseStage(ctx, { sessionId: id, stage });
      return `${stageIn(session, stage).name} was paused.`;
    },
  }),
];
