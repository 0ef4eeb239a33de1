import type { Verdict } from "../prompt/read-contested.ts";
import type { Stance, Topic } from "../stances.ts";
import type { TemperamentName } from "../temperament.ts";

type Judgement = { verdict: Verdict; because: string };

/** The verdict of this temperament on a position. */
export function judgeStance(judge: TemperamentName, stance: Stance): Judgement {
  const { topic, by } = stance;
  if (by === judge) return { verdict: "kept", because: grounds[topic] ?? priorities[judge] };
  return (
    judgements[topic][judge]?.[by] ?? { verdict: "merged", because: "it adds how the sentence of the request is kept" }
  );
}

/** The verdict of each temperament on the claims of the others, by topic. Each temperament keeps its own claims. */
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
      briar: { verdict: "rejected", because: "the request gives its own figure, and a margin takes some of it away" },
      cedar: { verdict: "merged", because: "one person watches it, as it is written" },
    },
    briar: {
      atlas: {
        verdict: "rejected",
        because: "what is planned without a margin is passed by the first error",
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
      cedar: {
        verdict: "merged",
        because: "the question is asked at once, and either outcome is planned for meanwhile",
      },
    },
    briar: {
      atlas: { verdict: "rejected", because: "room for either outcome costs money that the answer may save" },
      cedar: { verdict: "merged", because: "the question is asked first, and no money is spent before the answer" },
    },
    cedar: {
      atlas: { verdict: "open", because: "the person who can decide it has not been asked" },
      briar: { verdict: "merged", because: "the spending waits, but not the asking" },
    },
  },
};

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
