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

/** Larger pieces would leave an extractor little room for its answer. UTF-16 units. */
const maxPiece = 24_000;

/**
 * Makes the bundles of something that was said or written, and queues a run for each. The job was inserted in the transaction
 * that saved it (`collect_turn` in schema.sql), so nothing said is missed. Run twice, it makes the same bundles.
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
          // An answer that was given in a set is part of that set's bundle.
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

/** The work stage that a stage of the process belongs to; a stage of a process of one's own is planning. Before any, ideation. */
const workStageOf = (stage: string | null): WorkStage => (stage === null ? "ideation" : (stages[stage] ?? "planning"));

/** A document as one piece per artifact; an artifact that is too long, split at its headings, or at blank lines. */
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
