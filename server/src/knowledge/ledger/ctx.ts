import type { ProjectId } from "@dialectic/contract";
import type { Clock, Tx, UserDb } from "#platform";
import type { OnFactsChanged } from "./facts/open-change.ts";

/** An item that a text mentions. `isUncertain`: the text uses a name that another item also has. */
export type MentionedItem = { id: string; isUncertain: boolean };
export type FindItems = (db: Tx, input: { projectId: ProjectId; text: string }) => Promise<MentionedItem[]>;

/**
 * Dependencies of every action on the ledger. The app registers `onFactsChanged`, which updates data derived from facts,
 * and `findItems`, which finds the items that a turn is about.
 */
export type LedgerCtx = {
  db: UserDb;
  clock: Clock;
  onFactsChanged?: OnFactsChanged | undefined;
  findItems?: FindItems | undefined;
};
