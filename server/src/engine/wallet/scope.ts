import type { ExchangeId, JobId, ProjectId, SessionId } from "@dialectic/contract";
import type { $brand } from "zod";

export type { ExchangeId };
export type HoldId = string & $brand<"HoldId">;

/** What a call is for: labels on its money, which outlives what they name. Budgets of the session and the exchange apply. */
export type CallScope = {
  projectId?: ProjectId | null;
  sessionId?: SessionId | null;
  stage?: string | null;
  /** The first job of the chain that writes a document: what a document cost is what its chain cost. */
  chainId?: JobId | null;
  exchangeId?: ExchangeId | null;
  model?: string | null;
};

export type BudgetSubject = { kind: "session"; id: SessionId } | { kind: "exchange"; id: ExchangeId };
