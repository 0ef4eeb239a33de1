import type { ProjectId, WorkStage } from "@dialectic/contract";
import { z } from "zod";
import { parseArtifacts } from "#documents";
import { defineJobKind, type JobKindDefinition, type NewJob } from "#jobs";
import { type ModelSettings, resolveModel } from "#models";
import type { UserDb } from "#platform";
import type { FindItems } from "../ctx.ts";
import { openChange } from "../facts/open-change.ts";
import { findLedger } from "../ledger.store.ts";
import { queueRun } from "../parse/request-parse.ts";
import { addTurn, type Turn } from "./add-turn.ts";
import { isInBundle } from "./bundles.store.ts";
import { findSource, type SourceRow, type TurnSource } from "./sources.store.ts";

const CollectPayload = z.object({
  source: z.enum(["answer", "feedback", "document", "exchange", "brief"]),
  id: z.uuid(),
});

/**
 * A long text is split into pieces, each of which becomes a turn. This is the maximum length of a piece, in UTF-16 units:
 * a longer piece would leave an extractor little room for its answer.
 */
const maxPiece = 24_000;
/**
 * A piece may have this many UTF-16 units per token of the extractor's window. The rest of the window is for the keys,
 * the accepted facts and the answer.
 */
const shareOfWindow = 0.75;

export type CollectTools = { models: ModelSettings; findItems: FindItems | undefined };

/**
 * Creates the bundles of a saved text, and queues a run for each. The job was inserted in the transaction that saved
 * the text (`collect_turn` in schema.sql), so no text is missed. A second run creates the same bundles.
 */
export const collectJob = ({ models, findItems }: CollectTools): JobKindDefinition =>
  defineJobKind({
    kind: "collect",
    payload: CollectPayload,
    async run(ctx, job) {
      const { source, id } = job.payload;
      const longest = await pieceLength({ db: ctx.db, models }, { source, id });
      return {
        type: "done",
        async write(db) {
          const said = await findSource(db, { source, id });
          if (!said || said.text.trim() === "") return;
          // An answer that was given in a set is already in the set's bundle.
          if (source === "answer" && (await isInBundle(db, { projectId: said.project_id, id }))) return;
          const change = await openChange(db, { projectId: said.project_id, onFactsChanged: undefined });
          for (const turn of turnsOf(said, { source, id, longest })) {
            const { bundleId, isNew } = await addTurn(db, { ownerId: change.ledger.owner_id, turn, findItems });
            const bundle = {
              id: bundleId,
              project_id: turn.projectId,
              session_id: turn.sessionId,
              turn_key: turn.turnKey,
            };
            if (isNew && change.ledger.extractor !== null) await queueRun(change, { bundle, forced: false });
          }
        },
      };
    },
  });

export const collectJobFor = (projectId: ProjectId, { source, id }: { source: TurnSource; id: string }): NewJob => ({
  kind: "collect",
  projectId,
  label: "Collect a text for the extractor",
  payload: { source, id },
  idempotencyKey: `collect:${source}:${id}`,
});

/** The length of pieces that fit the window of the project's extractor; `maxPiece` if the worker has no such model. */
async function pieceLength(
  ctx: { db: UserDb; models: ModelSettings },
  of: { source: TurnSource; id: string },
): Promise<number> {
  const extractor = await ctx.db.tx(async (db) => {
    const said = await findSource(db, of);
    return said && (await findLedger(db, said.project_id))?.extractor;
  });
  const model = extractor ? await resolveModel(ctx, extractor).catch(() => null) : null;
  return model ? Math.min(maxPiece, Math.floor(model.terms.contextWindow * shareOfWindow)) : maxPiece;
}

function turnsOf(
  said: SourceRow,
  { source, id, longest }: { source: TurnSource; id: string; longest: number },
): Turn[] {
  const turn: Turn = {
    projectId: said.project_id,
    sessionId: said.session_id,
    turnKey: `${source}:${id}`,
    sourceIds: [id],
    workStage: workStageOf(said.stage),
    itemIds: [],
    questions: [],
    answers: [],
    chat: "",
    agentOutput: "",
    takenAt: said.at,
  };
  const numbered = (pieces: readonly Partial<Turn>[]) =>
    pieces.map((piece, index) => ({ ...turn, ...piece, turnKey: `${turn.turnKey}:${index + 1}` }));
  if (source === "document") return numbered(piecesOf(said.text, longest).map((agentOutput) => ({ agentOutput })));
  if (source !== "answer") {
    if (said.text.length + said.answer.length <= longest)
      return [{ ...turn, chat: said.text, agentOutput: said.answer }];
    return numbered([
      ...splitPiece(said.text, longest).map((chat) => ({ chat })),
      ...splitPiece(said.answer, longest).map((agentOutput) => ({ agentOutput })),
    ]);
  }
  const asked = { id, text: said.question };
  return [{ ...turn, questions: [asked], answers: [{ questionId: id, text: said.text }] }];
}

const stages: Record<string, WorkStage> = { thesis: "ideation", antithesis: "ideation", paralysis: "solutioning" };

/** The work stage of a stage: ideation before the first stage, planning for a stage of a user's own process. */
const workStageOf = (stage: string | null): WorkStage => (stage === null ? "ideation" : (stages[stage] ?? "planning"));

/**
 * Splits a document into one piece per artifact. An artifact that is too long is split at its headings, or else at
 * blank lines.
 */
function piecesOf(markdown: string, longest: number): string[] {
  const artifacts = parseArtifacts(markdown).map(({ title, body }) => `# ${title}\n\n${body}`);
  return (artifacts.length === 0 ? [markdown] : artifacts).flatMap((text) => splitPiece(text, longest));
}

function splitPiece(text: string, longest: number): string[] {
  if (text.length <= longest) return text === "" ? [] : [text];
  const pieces: string[] = [];
  let piece = "";
  for (const block of text.split(/(?<=\n)(?=#{2,6} )|(?<=\n\n)/)) {
    if (piece !== "" && piece.length + block.length > longest) {
      pieces.push(piece);
      piece = "";
    }
    piece += block;
    for (; piece.length > longest; piece = piece.slice(longest)) pieces.push(piece.slice(0, longest).toWellFormed());
  }
  return piece.trim() === "" ? pieces : [...pieces, piece];
}
