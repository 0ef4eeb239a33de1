import { z } from "zod";
import { CardId, ProjectId, SessionId } from "./ids.ts";
import { projectParams, sessionParams } from "./params.ts";
import { Quote } from "./quotes.ts";
import type { Route } from "./route.ts";
import { Session } from "./sessions.ts";
import { Moment } from "./values.ts";

export const boardColumns = ["pending", "current", "complete"] as const;
export const BoardColumn = z.enum(boardColumns);
export type BoardColumn = z.infer<typeof BoardColumn>;

export const ChecklistItem = z.object({
  /** Numbered from 1 within the card. */
  number: z.int(),
  /** The piece of work that the checklist item belongs to, such as W1.2. */
  node: z.string(),
  text: z.string(),
  done: z.boolean(),
});
export type ChecklistItem = z.infer<typeof ChecklistItem>;

/** One milestone's checklist. */
export const BoardCard = z.object({
  id: CardId,
  projectId: ProjectId,
  sessionId: SessionId,
  iteration: z.int(),
  /** Cards are numbered within the project, in the order in which the work is to be done. */
  number: z.int(),
  /** The milestone's id in the plan, such as M1. */
  milestone: z.string(),
  title: z.string(),
  column: BoardColumn,
  items: z.array(ChecklistItem),
  /** The card's file in the project's tree. */
  path: z.string(),
  /** The card that replaces this card; null if there is none. A card that no longer applies may have no replacement. */
  supersededBy: CardId.nullable(),
  /** The reason the card no longer applies; null while it applies. */
  supersededBecause: z.string().nullable(),
  /** Set if the card's file was deleted. A person then decides: keep the card (its file is written again), or drop the card. */
  fileLostAt: Moment.nullable(),
});
export type BoardCard = z.infer<typeof BoardCard>;

/** True once any work on the board has begun. Another iteration details new milestones only after that. */
export const isBegun = (cards: readonly Pick<BoardCard, "column" | "items">[]): boolean =>
  cards.some(({ column, items }) => column !== "pending" || items.some(({ done }) => done));

/**
 * The other cards of a card's milestone. There can be several, because a changed plan adds cards to the board and
 * removes none. Of two cards of one session, the card with the higher number belongs to the later plan.
 */
export function sameMilestone(
  card: BoardCard,
  cards: readonly BoardCard[],
): { replaced: BoardCard[]; earlier: BoardCard[]; later: BoardCard[] } {
  const others = cards.filter(
    ({ sessionId, milestone, id }) => sessionId === card.sessionId && milestone === card.milestone && id !== card.id,
  );
  const before = others.filter(({ number }) => number < card.number);
  return {
    replaced: before.filter(({ supersededBecause }) => supersededBecause !== null),
    earlier: before.filter(({ supersededBecause }) => supersededBecause === null),
    later: others.filter(({ number }) => number > card.number),
  };
}

export const Board = z.object({ projectId: ProjectId, cards: z.array(BoardCard) });
export type Board = z.infer<typeof Board>;

const File = z.object({ path: z.string().max(1000), text: z.string().max(1_000_000) });

/** The changes that make the files match the board. */
export const SyncedBoard = z.object({
  board: Board,
  write: z.array(File),
  /** The files to remove, because their content has moved to another file. */
  remove: z.array(z.string()),
  /** Notes for the person, such as a conflict between card and file, or a missing file. */
  notes: z.array(z.string()),
  /** The cards that have files in the folder, by file name; pass them as `known` next time. */
  seen: z.array(z.string()),
});
export type SyncedBoard = z.infer<typeof SyncedBoard>;

const cardParams = z.object({ cardId: CardId });

/** The routes of the work board, and of the next iteration, which adds cards to the board. */
export const boardRoutes = {
  getBoard: {
    method: "get",
    path: "/api/projects/{projectId}/board",
    about: "The project's cards, in the order in which the work is to be done.",
    params: projectParams,
    response: Board,
  },
  moveCard: {
    method: "post",
    path: "/api/cards/{cardId}/move",
    about: "Moves a card to another column.",
    params: cardParams,
    body: z.strictObject({ column: BoardColumn }),
    response: BoardCard,
  },
  tickItem: {
    method: "post",
    path: "/api/cards/{cardId}/tick",
    about: "Ticks or unticks a checklist item of a card.",
    params: cardParams,
    body: z.strictObject({ item: z.int().min(1), done: z.boolean().default(true) }),
    response: BoardCard,
  },
  decideCard: {
    method: "post",
    path: "/api/cards/{cardId}/decide",
    about: "Keeps or drops a card whose file was deleted or that the plan no longer contains.",
    params: cardParams,
    body: z.strictObject({ keep: z.boolean() }),
    response: BoardCard,
  },
  syncBoard: {
    method: "post",
    path: "/api/projects/{projectId}/board/sync",
    about: "Updates the board from the content of its files, and returns the changes to make in the files.",
    params: projectParams,
    body: z.strictObject({
      files: z.array(File).max(10_000),
      /** Card files that are too large to read; their cards are not changed. */
      tooLarge: z
        .array(z.object({ path: z.string().max(1000), card: z.string().max(200) }))
        .max(10_000)
        .default([]),
      /** True if the folder has no board yet; missing files are then not treated as deleted. */
      fresh: z.boolean().default(false),
      /**
       * The cards that had files last time: `seen` of the previous sync. A known card without a file is treated as deleted.
       */
      known: z.array(z.string().max(200)).max(10_000).optional(),
    }),
    response: SyncedBoard,
  },
  quoteIteration: {
    method: "get",
    path: "/api/sessions/{sessionId}/iteration-quote",
    about: "The expected cost of another iteration, based on the board.",
    params: sessionParams,
    response: Quote,
  },
  startIteration: {
    method: "post",
    path: "/api/sessions/{sessionId}/iterate",
    about: "Starts another iteration, which details the next milestones.",
    params: sessionParams,
    response: Session,
  },
} as const satisfies Record<string, Route>;
