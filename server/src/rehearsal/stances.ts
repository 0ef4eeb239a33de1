import { mannerOf } from "./brief/manner.ts";
import type { Point } from "./brief/read-brief.ts";
import { type TemperamentName, temperamentNames } from "./temperament.ts";
import { quoted } from "./text/phrasing.ts";

/** The topics on which a proposal takes a position: four about the plan as a whole, and one for each kind of point. */
export type Topic =
  | "order"
  | "scope"
  | "proof"
  | "reserve"
  | "goal"
  | "limit"
  | "exclusion"
  | "date"
  | "person"
  | "open";

/** The position of each temperament as a claim. `“”` stands for the words of the brief, `#` for a percentage. */
const claims: Record<Topic, Record<TemperamentName, string>> = {
  order: {
    atlas: "Work begins with the result itself: “” is made first.",
    briar: "Work begins with the tightest limit: “” is tested before anything is made.",
    cedar: "Work begins with the people: everyone involved agrees to “” and to their own part in it first.",
  },
  scope: {
    atlas: "Everything the request names is delivered together, and nothing waits for a later step.",
    briar: "Only what the request names is delivered; every addition waits until the limits are proven.",
    cedar: "Each part is handed over to a named person with one page of instructions.",
  },
  proof: {
    atlas: "The whole is shown once from beginning to end before it is final.",
    briar: "Each limit is measured, and the result written down, before the plan relies on it.",
    cedar: "The people it is for try it out before it is final, and what they find is changed.",
  },
  reserve: {
    atlas: "A reserve of # % is kept, and it may be used to finish the result.",
    briar: "A reserve of # % is kept, and it is released only when a limit has been missed.",
    cedar: "A reserve of # % is kept, and the people who do the work decide on it together.",
  },
  goal: {
    atlas: "“” is delivered in full.",
    briar: "“” is delivered in the plainest form that meets the request.",
    cedar: "“” is tried with the people it is for while it can still be changed.",
  },
  limit: {
    atlas: "“” is planned for exactly as it is written.",
    briar: "“” is planned for with a margin, in case it turns out differently.",
    cedar: "One named person answers for “”.",
  },
  exclusion: {
    atlas: "“” is kept to without exception.",
    briar: "Work that goes against “” stops until it is put right.",
    cedar: "“” is told in writing to everyone who works on it.",
  },
  date: {
    atlas: "The time given in “” is kept by working on independent parts at the same time.",
    briar: "The calendar leaves time to spare around “”.",
    cedar: "The time given in “” is kept by looking at the remaining work together every week.",
  },
  person: {
    atlas: "The parts are shared out as the request says: “”.",
    briar: "Nobody but the people named approves a change: “”.",
    cedar: "Each person named confirms their part and names a deputy: “”.",
  },
  open: {
    atlas: "Until “” is settled, the plan keeps room for either outcome.",
    briar: "Until “” is settled, no money is spent on what depends on it.",
    cedar: "“” is settled in the first week by asking the person who can decide it.",
  },
};

export function claimOf(name: TemperamentName, topic: Topic, filled: { quote?: string; reserve?: number }): string {
  return claims[topic][name].replace("#", String(filled.reserve ?? 0)).replace("“”", () => quoted(filled.quote ?? ""));
}

/** The position of a temperament as half a sentence, for tables of choices. */
export const wayOf = (name: TemperamentName, topic: "order" | "scope" | "proof"): string => ways[topic][name];

const ways: Record<"order" | "scope" | "proof", Record<TemperamentName, string>> = {
  order: {
    atlas: "make the result itself first",
    briar: "test the tightest limit first",
    cedar: "agree with everyone involved first",
  },
  scope: {
    atlas: "deliver everything together",
    briar: "deliver only what is named, additions later",
    cedar: "hand over part by part, each with instructions",
  },
  proof: {
    atlas: "show the whole once from beginning to end",
    briar: "measure each limit and write the result down",
    cedar: "let the people it is for try it out",
  },
};

/** The topic that a point raises; undefined for a point that is only context. */
export function topicOf({ kind, quote, figures }: Point): Topic | undefined {
  const manner = mannerOf({ kind, quote, figures });
  if (manner === "figure") return "limit";
  if (manner === "rule") return "exclusion";
  return manner === "context" ? undefined : manner;
}

export type Stance = { topic: Topic; by: TemperamentName; reserve: number | undefined; quote: string };

/** The position that a claim takes, recognised by its words; undefined if a rehearsal model did not write the claim. */
export function stanceOf(claim: string): Stance | undefined {
  const quote = claim.match(/“(.*)”/u)?.[1]?.replace(/ …$/, "") ?? "";
  const skeleton = claim.replace(/“.*”/u, "“”").replace(/\d+(?= %)/, "#");
  for (const [topic, remarks] of Object.entries(claims) as [Topic, Record<TemperamentName, string>][]) {
    for (const by of temperamentNames) {
      // A condition may have been added to a claim, but its beginning stays the same.
      if (!skeleton.startsWith(remarks[by].slice(0, -1))) continue;
      const reserve = claim.match(/\d+(?= %)/)?.[0];
      return { topic, by, quote, reserve: reserve === undefined ? undefined : Number(reserve) };
    }
  }
  return undefined;
}
