import type { ProjectId, WorkStage } from "@dialectic/contract";
import { z } from "zod";
import { parseArtifacts } from "#documents";
import { defineJobKind, type JobKindDefinition, type NewJob } from "#jobs";
import { openChange } from "../facts/open-change.ts";
import { queueRun } from "../parse/request-parse.ts";
import { addTurn, type Turn } from "./add-turn.ts";
import { isInBundle } from "./bundles.store.ts";
import { findSource, type SourceRow, type TurnSource } from "./sources.store.ts";

const CollectPayload = z.object({ source: z.enum(["answer", "feedback", "document", "exchange"]), id: z.uuid() });

/** In UTF-16 units. Longer pieces would leave an extractor little room for its answer. */
const maxPiece = 24_000;

/**
 * Creates the bundles of a saved text, and queues a run for each. The job was inserted in the transaction that saved
 * the text (`collect_turn` in schema.sql), so no text is missed. A second run creates the same bundles.
 */
export const collectJob = (): JobKindDefinition =>
  defineJobKind({
    kind: "collect",
    payload: CollectPayload,
    async run(_ctx, job) {
      const { source, id } = job.payload;
      return {
        type: "done",
        async write(db) {
          const said = await findSource(db, { source, id });
          if (!said || said.text.trim() === "") return;
          // An answer that was given in a set is already in the set's bundle.
          if (source === "answer" && (await isInBundle(db, { projectId: said.project_id, id }))) return;
          const change = await openChange(db, { projectId: said.project_id, onFactsChanged: undefined });
          for (const turn of turnsOf(said, { source, id })) {
            const { bundleId, isNew } = await addTurn(db, { ownerId: change.ledger.owner_id, turn });
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
  label: "Collect what was said",
  payload: { source, id },
  idempotencyKey: `collect:${source}:${id}`,
});

function turnsOf(said: SourceRow, { source, id }: { source: TurnSource; id: string }): Turn[] {
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
  if (source === "feedback") return [{ ...turn, chat: said.text }];
  if (source === "document") {
    return piecesOf(said.text).map((piece, index) => ({
      ...turn,
      turnKey: `${turn.turnKey}:${index + 1}`,
      agentOutput: piece,
    }));
  }
  if (source === "exchange") {
    if (said.text.length + said.answer.length <= maxPiece)
      return [{ ...turn, chat: said.text, agentOutput: said.answer }];
    const pieces = [
      ...splitPiece(said.text).map((chat) => ({ chat })),
      ...splitPiece(said.answer).map((agentOutput) => ({ agentOutput })),
    ];
    return pieces.map((piece, index) => ({ ...turn, ...piece, turnKey: `${turn.turnKey}:${index + 1}` }));
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
function piecesOf(markdown: string): string[] {
  const artifacts = parseArtifacts(markdown).map(({ title, body }) => `# ${title}\n\n${body}`);
  return (artifacts.length === 0 ? [markdown] : artifacts).flatMap(splitPiece);
}

function splitPiece(text: string): string[] {
  if (text.length <= maxPiece) return [text];
  const pieces: string[] = [];
  let piece = "";
  for (const block of text.split(/(?<=\n)(?=#{2,6} )|(?<=\n\n)/)) {
    if (piece !== "" && piece.length + block.length > maxPiece) {
      pieces.push(piece);
      piece = "";
    }
    piece += block;
    for (; piece.length > maxPiece; piece = piece.slice(maxPiece)) pieces.push(piece.slice(0, maxPiece).toWellFormed());
  }
  return piece.trim() === "" ? pieces : [...pieces, piece];
}
