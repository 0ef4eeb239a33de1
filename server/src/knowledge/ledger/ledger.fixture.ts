import type { BundleId, Fact, FactStatus, ProjectId, TurnResult, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import { type Database, newId, systemClock } from "#platform";
import { addUser } from "#test";
import type { LedgerCtx } from "./ctx.ts";
import { factsOfProject } from "./facts/facts.store.ts";
import { openChange } from "./facts/open-change.ts";
import { toFact } from "./facts/to-fact.ts";
import { postOperations } from "./parse/post-operations.ts";
import { addTurn, type Turn } from "./turns/add-turn.ts";

/** A project with an empty ledger, and helpers that add turns and read facts. */
export type LedgerSetup = {
  userId: UserId;
  ctx: LedgerCtx;
  projectId: ProjectId;
  /** Makes the bundle of a turn. */
  bundle(turn: Partial<Turn>): Promise<{ bundleId: BundleId; isNew: boolean }>;
  /** A person says this in chat, and an extractor returns these operations for it. */
  say(chat: string, ...operations: Record<string, unknown>[]): Promise<TurnResult>;
  /** A model writes this, and an extractor returns these operations for it. */
  write(text: string, ...operations: Record<string, unknown>[]): Promise<TurnResult>;
  /** The statements of facts with these statuses, such as "Budget: 80,000 ILS". */
  standing(...statuses: FactStatus[]): Promise<string[]>;
  facts(...statuses: FactStatus[]): Promise<Fact[]>;
};

export async function setUpLedger(
  database: Database,
  given: Partial<LedgerCtx> & { domain?: string } = {},
): Promise<LedgerSetup> {
  const userId = await addUser(database);
  const ctx: LedgerCtx = { db: database.as(userId), clock: systemClock, ...given };
  const projectId = newId<ProjectId>();
  await ctx.db.tx((db) =>
    sql`
      insert into projects (id, owner_id, name, slug, brief, brief_name, process, domain)
      values (${projectId}, ${userId}, 'Pop-up', ${`pop-up-${projectId.slice(-12)}`}, 'Launch a pop-up.', 'popup', 'brief',
        ${given.domain ?? "event-production"})`.execute(db),
  );
  return speakIn(ctx, { userId, projectId });
}

/** The same project through a separate connection, as another program would use it. */
export const joinLedger = (database: Database, { ctx, userId, projectId }: LedgerSetup): LedgerSetup =>
  speakIn({ ...ctx, db: database.as(userId) }, { userId, projectId });

function speakIn(ctx: LedgerCtx, { userId, projectId }: { userId: UserId; projectId: ProjectId }): LedgerSetup {
  const bundle: LedgerSetup["bundle"] = (turn) =>
    ctx.db.tx(async (db) => {
      await openChange(db, { projectId, onFactsChanged: undefined });
      const whole: Turn = {
        projectId,
        sessionId: null,
        turnKey: `turn-${newId()}`,
        sourceIds: [],
        workStage: "planning",
        itemIds: [],
        questions: [],
        answers: [],
        chat: "",
        agentOutput: "",
        takenAt: new Date("2026-11-18T09:00:00Z"),
        ...turn,
      };
      return addTurn(db, { ownerId: userId, turn: whole, findItems: ctx.findItems });
    });
  const post = async (turn: Partial<Turn>, operations: Record<string, unknown>[]) => {
    const { bundleId } = await bundle(turn);
    return postOperations(ctx, {
      bundleId,
      operations: operations.map((one) => ({ op: "ADD", confidence: 0.95, ...one })),
    });
  };
  const all: FactStatus[] = ["accepted", "proposed", "conflict", "rejected", "superseded"];
  const facts = async (...statuses: FactStatus[]) =>
    ctx.db.tx(async (db) =>
      (await factsOfProject(db, { projectId, statuses: statuses.length > 0 ? statuses : all })).map(toFact),
    );
  return {
    userId,
    ctx,
    projectId,
    bundle,
    say: (chat, ...operations) => post({ chat }, operations),
    write: (agentOutput, ...operations) => post({ agentOutput }, operations),
    facts,
    standing: async (...statuses) => (await facts(...statuses)).map(({ statement }) => statement),
  };
}
