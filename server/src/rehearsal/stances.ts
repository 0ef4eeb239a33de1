import { saysWhen } from "./brief/figures.ts";
import type { Point } from "./brief/read-brief.ts";
import type { Verdict } from "./prompt/read-contested.ts";
import { type TemperamentName, temperamentNames } from "./temperament.ts";
import { quoted } from "./text/phrasing.ts";

/** What a proposal takes a position on: four matters of the plan as a whole, and each kind of point. */
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

/** What the three hold, as a claim. `“”` is where the words of the brief go; `#` is a percentage. */
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
    atlas: "“” is planned for at its full value.",
    briar: "“” is planned for with a margin, in case the figure turns out differently.",
    cedar: "“” has one person who watches it.",
  },
  exclusion: {
    atlas: "“” holds without exception.",
    briar: "A breach of “” stops the work until it is put right.",
    cedar: "“” is told in writing to everyone who works on it.",
  },
  date: {
    atlas: "“” is met by working on independent parts at the same time.",
    briar: "“” is met with time to spare: the work is planned to end earlier.",
    cedar: "“” is met by looking at the remaining work together every week.",
  },
  person: {
    atlas: "“” decides who does which part.",
    briar: "“” means that no one else approves a change.",
    cedar: "“” is confirmed with each of them, and each names a deputy.",
  },
  open: {
    atlas: "Until “” is settled, the plan allows for the larger case.",
    briar: "Until “” is settled, no money is spent on what depends on it.",
    cedar: "“” is settled in the first week by asking the person who can decide it.",
  },
};

export function claimOf(name: TemperamentName, topic: Topic, filled: { quote?: string; reserve?: number }): string {
  return claims[topic][name].replace("#", String(filled.reserve ?? 0)).replace("“”", () => quoted(filled.quote ?? ""));
}

/** The same as half a sentence, for tables of choices. */
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

/** Which topic a point raises; what is only told raises none. A limit without a figure is a rule like an exclusion. */
export function topicOf({ kind, quote, figures }: Point): Topic | undefined {
  if (kind === "limit" && saysWhen(quote)) return "date";
  if (kind === "figure" || kind === "limit") return figures.length > 0 ? "limit" : "exclusion";
  return kind === "context" ? undefined : kind;
}

export type Stance = { topic: Topic; by: TemperamentName; reserve: number | undefined; quote: string };

/** Which position a claim takes, by its words; undefined for a claim that someone else worded. */
export function stanceOf(claim: string): Stance | undefined {
  const quote = claim.match(/“(.*)”/u)?.[1] ?? "";
  const skeleton = claim.replace(/“.*”/u, "“”").replace(/\d+(?= %)/, "#");
  for (const [topic, sayings] of Object.entries(claims) as [Topic, Record<TemperamentName, string>][]) {
    for (const by of temperamentNames) {
      // A claim that was mended on the way keeps its beginning.
      if (!skeleton.startsWith(sayings[by].slice(0, -1))) continue;
      const reserve = claim.match(/\d+(?= %)/)?.[0];
      return { topic, by, quote, reserve: reserve === undefined ? undefined : Number(reserve) };
    }
  }
  return undefined;
}

type Judgement = { verdict: Verdict; because: string };

/** What each makes of a claim that another wording of the same topic stands against. Its own claims it keeps. */
const judgements: Record<Topic, Partial<Record<TemperamentName, Partial<Record<TemperamentName, Judgement>>>>> = {
  order: {
    atlas: {
      briar: { verdict: "rejected", because: "a tested limit shows nothing of the result; the result is made first" },
      cedar: { verdict: "rejected", because: "agreement comes faster once there is something to look at" },
    },
    briar: {
      atlas: {
        verdict: "rejected",
        because: "a result made before its tightest limit is tested may have to be made again",
      },
      cedar: { verdict: "merged", because: "the people are asked while the limit is tested, not before" },
    },
    cedar: {
      atlas: {
        verdict: "rejected",
        because: "work that starts before people have agreed to it stops when they object",
      },
      briar: { verdict: "merged", because: "the limit is tested by the people who have agreed to the work" },
    },
  },
  scope: {
    atlas: {
      briar: { verdict: "merged", because: "nothing beyond the request is planned anyway" },
      cedar: { verdict: "merged", because: "instructions are part of each delivery" },
    },
    briar: {
      atlas: {
        verdict: "rejected",
        because: "delivering everything at once leaves no way back when a limit is missed",
      },
      cedar: { verdict: "kept", because: "a named person and written instructions cost little" },
    },
    cedar: {
      atlas: { verdict: "open", because: "it depends on whether the people can take over everything at once" },
      briar: { verdict: "merged", because: "additions wait, and each part is still handed over" },
    },
  },
  proof: {
    atlas: {
      briar: { verdict: "merged", because: "the measurements become part of the showing" },
      cedar: { verdict: "merged", because: "trying out and showing happen on one occasion" },
    },
    briar: {
      atlas: { verdict: "open", because: "a showing proves only the limits that were measured before it" },
      cedar: { verdict: "merged", because: "the trial follows the measurements" },
    },
    cedar: {
      atlas: { verdict: "merged", because: "the showing becomes a trial by the people it is for" },
      briar: { verdict: "kept", because: "a written measurement can be checked by anyone" },
    },
  },
  reserve: {
    atlas: {
      briar: { verdict: "rejected", because: "what is kept back to this extent is missing from the result" },
      cedar: { verdict: "merged", because: "the smaller reserve is enough, and the people are asked about it" },
    },
    briar: {
      atlas: { verdict: "rejected", because: "so small a reserve is gone with the first setback" },
      cedar: { verdict: "rejected", because: "a reserve that anyone may use is not there when it is needed" },
    },
    cedar: {
      atlas: { verdict: "merged", because: "a middle figure leaves something for the people who do the work" },
      briar: { verdict: "merged", because: "a middle figure is kept, and its release is agreed beforehand" },
    },
  },
  goal: {
    atlas: {
      briar: { verdict: "rejected", because: "the request asks for all of it, not for the plainest form" },
      cedar: { verdict: "merged", because: "it is delivered in full, and tried out on the way" },
    },
    briar: {
      atlas: { verdict: "open", because: "whether all of it fits is known once the limits are measured" },
      cedar: { verdict: "merged", because: "the plain form is tried out" },
    },
    cedar: {
      atlas: { verdict: "kept", because: "it is what the request asks for" },
      briar: { verdict: "merged", because: "the people it is for say which form is plain enough" },
    },
  },
  limit: {
    atlas: {
      briar: { verdict: "rejected", because: "the request allows the full value, and a margin takes some of it away" },
      cedar: { verdict: "merged", because: "one person watches it, at its full value" },
    },
    briar: {
      atlas: {
        verdict: "rejected",
        because: "a figure planned without a margin is passed by the first error in measuring",
      },
      cedar: { verdict: "merged", because: "the person who watches it also keeps the margin" },
    },
    cedar: {
      atlas: { verdict: "kept", because: "the request says so itself" },
      briar: { verdict: "merged", because: "the margin is agreed with the person who watches the limit" },
    },
  },
  exclusion: {},
  date: {
    briar: { atlas: { verdict: "open", because: "whether the parts are independent is not known yet" } },
  },
  person: {
    atlas: { briar: { verdict: "merged", because: "the named person approves; others may propose" } },
  },
  open: {
    atlas: {
      briar: { verdict: "rejected", because: "waiting for an answer stops work that is needed in any case" },
      cedar: { verdict: "merged", because: "the question is asked at once, and the larger case is planned meanwhile" },
    },
    briar: {
      atlas: { verdict: "rejected", because: "the larger case costs money that the answer may save" },
      cedar: { verdict: "merged", because: "the question is asked first, and no money is spent before the answer" },
    },
    cedar: {
      atlas: { verdict: "open", because: "the person who can decide it has not been asked" },
      briar: { verdict: "merged", because: "the spending waits, but not the asking" },
    },
  },
};

/** What this temperament makes of a position. */
export function judgeStance(judge: TemperamentName, stance: Stance): Judgement {
  const { topic, by } = stance;
  if (by === judge) return { verdict: "kept", because: grounds[topic] ?? priorities[judge] };
  return (
    judgements[topic][judge]?.[by] ?? { verdict: "merged", because: "it adds how the sentence of the request is kept" }
  );
}

const priorities: Record<TemperamentName, string> = {
  atlas: "it keeps the result whole",
  briar: "it keeps the limits and the money safe",
  cedar: "it keeps the people who do the work involved",
};

const grounds: Partial<Record<Topic, string>> = {
  goal: "it is what the request asks for",
  limit: "the figure is the request's own",
  exclusion: "the request leaves no room for an exception",
  date: "the date is fixed by the request",
  person: "the request names them itself",
  open: "the request leaves it open, and work has to go on",
};

/** What a critic finds wrong with the positions of others, and what would mend it. */
export const doubts: Record<TemperamentName, Record<Topic, { wrong: string; mend: string }>> = {
  atlas: {
    order: {
      wrong: "the result comes late in this order",
      mend: "begin with one part of the result that can be shown",
    },
    scope: { wrong: "it does not say what the finished whole consists of", mend: "list every part that is delivered" },
    proof: {
      wrong: "the parts are proven one by one, and the whole never",
      mend: "show the whole once before it is final",
    },
    reserve: { wrong: "what is kept back is missing from the result", mend: "name the part the reserve is taken from" },
    goal: {
      wrong: "it delivers less than the sentence asks for",
      mend: "say which words of the sentence are met and when",
    },
    limit: { wrong: "it leaves part of the allowed value unused", mend: "plan with the value the request gives" },
    exclusion: {
      wrong: "it says what happens after a breach, not how a breach is prevented",
      mend: "say how it is kept from the start",
    },
    date: {
      wrong: "it does not say which parts can be done at the same time",
      mend: "mark the parts that do not depend on each other",
    },
    person: {
      wrong: "it leaves open which part each person does",
      mend: "assign every part to one of the people named",
    },
    open: { wrong: "work that is needed in any case would wait", mend: "plan the larger case until it is settled" },
  },
  briar: {
    order: {
      wrong: "money is spent before the tightest limit is known to hold",
      mend: "test the tightest limit first and write the result down",
    },
    scope: {
      wrong: "everything depends on everything, so one failure stops all of it",
      mend: "name the part that may be left out if a limit is missed",
    },
    proof: { wrong: "an impression is no proof", mend: "say what is measured, with which result it passes" },
    reserve: { wrong: "the reserve has no rule for its use", mend: "say who releases it and on what condition" },
    goal: { wrong: "it promises the whole without a price or a limit", mend: "put the cost of each part beside it" },
    limit: { wrong: "it leaves no room for an error", mend: "plan with a margin below the limit" },
    exclusion: { wrong: "it does not say what a breach would cost", mend: "say what stops when it is breached" },
    date: { wrong: "it has no time to spare", mend: "plan an earlier end and say how much earlier" },
    person: { wrong: "it does not say who approves spending", mend: "name the person who signs" },
    open: { wrong: "it spends money on a guess", mend: "spend nothing on it until it is settled" },
  },
  cedar: {
    order: {
      wrong: "the people involved hear of it when it has begun",
      mend: "agree on the work with everyone involved first",
    },
    scope: { wrong: "it does not say who takes over which part", mend: "name one person for each part" },
    proof: {
      wrong: "the people it is for do not see it before it is final",
      mend: "let them try it while it can be changed",
    },
    reserve: { wrong: "the people who do the work have no say in it", mend: "decide on it together with them" },
    goal: { wrong: "it does not ask the people it is for", mend: "try it with them before it is final" },
    limit: { wrong: "no one watches it from day to day", mend: "name the person who watches it" },
    exclusion: {
      wrong: "the people on site may not know of it",
      mend: "tell it in writing to everyone who works on it",
    },
    date: { wrong: "it does not say who notices a delay", mend: "look at the remaining work together every week" },
    person: { wrong: "there is no deputy when a named person is away", mend: "name a deputy for each of them" },
    open: {
      wrong: "it does not say who is asked",
      mend: "name the person who can decide it, and ask in the first week",
    },
  },
};
