import { shareOf } from "../brief/quantities.ts";
import type { ArtifactWriter, Desk } from "../desk.ts";
import { paragraph } from "../fit-words.ts";
import { dueIn, ownerOf } from "../matter.ts";
import { counted, joinWords, quoted } from "../phrasing.ts";
import { voice } from "../voice.ts";
import { type Review, review } from "./review.ts";
import { scoreProposal } from "./scorecard.ts";

/** Whether it can be done with the time, the money and the hands there are. */
export const feasibility: ArtifactWriter = (desk) => {
  const found = review(desk);
  return [
    paragraph(`**Time.** ${time(desk, found)}`),
    paragraph(`**Money.** ${money(desk, found)}`, 1),
    paragraph(`**Hands.** ${hands(desk, found)}`, 1),
    paragraph(`**The narrow place.** ${narrow(desk, found)}`, 2),
    paragraph(`Verdict: ${verdict(desk, found)}`),
  ];
};

function verdict(desk: Desk, found: Review): string {
  const score = scoreProposal(desk, found).find((one) => one.criterion === "feasible")?.score ?? 5;
  const [weakest] = found.weaknesses;
  if (score < 4)
    return `not feasible because ${weakest?.wrong ?? `${found.ref} says too little about the ${desk.brief.subject.short}`}`;
  return weakest && score < 9 ? `feasible if one thing is mended first: ${weakest.mend}` : "feasible";
}

function time(desk: Desk, found: Review): string {
  const { brief } = desk;
  const { margin } = desk.temperament;
  if (!brief.anchor) {
    const dated = `${found.ref} dates ${counted(found.dated, "claim")} out of ${found.claims.length}`;
    return voice(desk, {
      atlas: `The brief gives no day for the ${brief.subject.short}, and ${dated}. Nothing can be called late that was never due.`,
      briar: `Without a day in the brief every delay of the ${brief.subject.short} is free of charge, and ${dated}.`,
      cedar: `People will ask when the ${brief.subject.short} is done; the brief does not say, and ${dated}.`,
    });
  }
  return `Counted back from ${quoted(brief.anchor.text)}, approvals are due by ${dueIn(1, brief, margin)}, orders by ${dueIn(2, brief, margin)}, and everything made must stand by ${dueIn(3, brief, margin)}. ${found.ref} dates ${counted(found.dated, "claim")} out of ${found.claims.length}.`;
}

function money(desk: Desk, found: Review): string {
  const { total, subject } = desk.brief;
  if (!total)
    return `There is no sum in the brief and ${found.priced === 0 ? "none" : "a sum"} in the claims of ${found.ref}, so what the ${subject.short} may cost is anybody's guess.`;
  const keep = shareOf(total, desk.temperament.reserve);
  const parts = found.covered.length || 1;
  return `${quoted(total.text)} over ${parts} parts is ${shareOf(total, (1 - desk.temperament.reserve) / parts)} for each once ${keep} are kept back. ${found.ref} puts a sum to ${counted(found.priced, "claim")}, which is ${found.priced > 1 ? "a beginning" : "too little to add up"}.`;
}

function hands(desk: Desk, found: Review): string {
  const { people, subject } = desk.brief;
  const alone = voice(desk, {
    atlas: "",
    briar: " Nobody stands behind them if one falls ill.",
    cedar: " Whoever does the work was not asked in it.",
  });
  if (people.length === 0)
    return `The brief names nobody for the ${subject.short}. ${found.ref} would have to say who does ${joinWords(found.covered.slice(0, 2).map((one) => one.name))}.${alone}`;
  if (people.length === 1) {
    return `${people[0]} alone would answer for ${found.covered.length} parts of the ${subject.short}, and is named in ${counted(found.owned, "claim")} of ${found.ref}.${alone}`;
  }
  const each = Math.ceil(found.covered.length / people.length);
  return `${joinWords(people.slice(0, 3))} would carry ${found.covered.length} parts of the ${subject.short} between them, about ${each} each; ${ownerOf(desk.brief)} is named in ${counted(found.owned, "claim")}.${alone}`;
}

function narrow(desk: Desk, found: Review): string {
  const matter = found.weaknesses[0]?.matter ?? desk.matters[0];
  const claim = found.weaknesses[0]?.claim;
  if (!matter) return `It cannot be seen from ${found.ref}.`;
  const said = claim ? ` where ${found.ref} says ${quoted(claim.bare)}` : "";
  return voice(desk, {
    atlas: `Everything passes through ${matter.name}${said}. If ${matter.need.late}, the rest cannot make up for it.`,
    briar: `It is ${matter.name}${said}: once ${matter.sign}, money no longer helps.`,
    cedar: `Most hands meet at ${matter.name}${said}. It needs ${matter.need.what} from ${matter.need.from}, and somebody who asks for it.`,
  });
}
