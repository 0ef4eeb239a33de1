import { type Desk, oncePerDesk } from "../desk.ts";
import { matterOf } from "../match-matter.ts";
import type { Matter } from "../matter.ts";
import { quoted } from "../phrasing.ts";
import { type Claim, isGeneral } from "../read-claims.ts";
import { type Objection, objectionTo } from "../read-objections.ts";
import { refusal } from "../voice.ts";
import { contestedAs, decideContested, type VerdictWord } from "./contested.ts";
import { likingOf } from "./liking.ts";

/** What became of one claim. Every claim of every proposal gets exactly one. */
export type Verdict = {
  claim: Claim;
  matter: Matter | undefined;
  verdict: VerdictWord;
  because: string;
  /** The same in a few words, for a table that has to hold many claims. */
  shortly: string;
  /** The one among its rivals that the plan goes on with. */
  leads: boolean;
};

type Judged = Pick<Verdict, "claim" | "matter"> & {
  objection: Objection | undefined;
  /** Claims with the same key compete; others do not touch each other. */
  key: string;
  order: number;
};

export const judgeClaims = oncePerDesk((desk: Desk): Verdict[] => {
  const all = desk.claims.map((claim, order): Judged => {
    const matter = matterOf(claim.text, desk);
    const label = isGeneral(claim) ? claim.text.match(/^[\w ]+:/)?.[0] : undefined;
    return {
      claim,
      matter,
      objection: objectionTo(claim, desk.papers),
      key: label ?? matter?.key ?? claim.text,
      order,
    };
  });
  const groups = Map.groupBy(all, (one) => one.key);
  const bests = new Map([...groups].map(([key, rivals]) => [key, dearest(desk, rivals)]));
  return all.map((one) => {
    const best = bests.get(one.key) ?? one;
    const decision = decide(desk, one, best, groups.get(one.key)?.length ?? 1);
    return { claim: one.claim, matter: one.matter, leads: one === best, ...decision };
  });
});

/** The one this temperament likes best; among equals the one that was said first. */
function dearest(desk: Desk, rivals: readonly Judged[]): Judged | undefined {
  const liked = rivals.map((one) => ({ one, liking: likingOf(desk, one) + chosenWeight(desk, one) }));
  return liked.toSorted((a, b) => b.liking - a.liking || a.one.order - b.one.order)[0]?.one;
}

/** What the person chose outweighs any liking. */
function chosenWeight(desk: Desk, { claim }: Judged): number {
  const choice = contestedAs(desk, claim)?.choice;
  if (choice === undefined) return 0;
  return choice === "rejected" ? -100 : 100;
}

type Decision = Pick<Verdict, "verdict" | "because" | "shortly">;

function decide(desk: Desk, one: Judged, best: Judged, rivals: number): Decision {
  const contested = contestedAs(desk, one.claim);
  if (contested) return decideContested(contested);
  const open = openQuestion(desk, one);
  if (open)
    return {
      verdict: "open",
      because: `it waits for an answer to ${quoted(open)}`,
      shortly: "the brief leaves it open",
    };
  if (one.key === "Left out:") return decideExclusion(desk, one);
  if (one === best && one.objection)
    return {
      verdict: "merged",
      because: `right in what it wants; added: ${one.objection.mend}`,
      shortly: `mended after [${one.objection.doc}]`,
    };
  if (one === best)
    return {
      verdict: "kept",
      because: soleReason(desk, one, rivals),
      shortly: rivals > 1 ? `best of ${rivals} ways` : "nobody objected",
    };
  if (sameText(one, best))
    return {
      verdict: "merged",
      because: `says what ${refOf(best.claim)} says about ${nameOf(one)}`,
      shortly: `same as ${refOf(best.claim)}`,
    };
  if (one.key === "Figures:" || one.key === "Reserve:") {
    return {
      verdict: "rejected",
      because: `two figures cannot both hold, and ${refOf(best.claim)} suits the ${desk.brief.subject.short} better`,
      shortly: `figure of ${refOf(best.claim)} holds`,
    };
  }
  if (one.objection) {
    const because = `[${one.objection.doc}] showed that ${one.objection.text}; ${one.matter ? refusal(desk, one.matter, one.order) : `${refOf(best.claim)} is nearer to the brief`}`;
    return { verdict: "rejected", because, shortly: `${refOf(best.claim)} serves better` };
  }
  return {
    verdict: "merged",
    because: `goes into ${refOf(best.claim)} as the second step for ${nameOf(one)}`,
    shortly: `second step of ${refOf(best.claim)}`,
  };
}

/** Leaving something out is settled by whether another proposal found a way to do it. */
function decideExclusion(desk: Desk, one: Judged): Decision {
  const done = desk.claims.find(
    (claim) => claim.doc !== one.claim.doc && !isGeneral(claim) && matterOf(claim.text, desk) === one.matter,
  );
  if (done)
    return {
      verdict: "rejected",
      because: `${refOf(done)} shows a way: ${quoted(done.bare)}`,
      shortly: `${refOf(done)} shows a way`,
    };
  return { verdict: "kept", because: `no proposal plans more for ${nameOf(one)}`, shortly: "nobody plans more" };
}

/** A gap of the brief that sits right on this claim. */
function openQuestion(desk: Desk, { matter, claim }: Judged): string | undefined {
  if (isGeneral(claim)) return undefined;
  const gap = desk.brief.gaps.find(
    (one) =>
      (one.kind === "undecided" || one.kind === "contradiction") &&
      matter?.words.test(one.question) &&
      matter.words.test(claim.text),
  );
  return gap?.question.match(/“([^”]+)”/u)?.[1];
}

function soleReason(desk: Desk, one: Judged, rivals: number): string {
  const said = quoted(one.matter?.brief ?? desk.brief.quotes[0] ?? "");
  if (rivals > 1) return `of ${rivals} ways for ${nameOf(one)} it stays closest to ${said}`;
  return `nobody objected, and it follows from ${said}`;
}

export const refOf = (claim: Claim): string => `[${claim.id ?? claim.doc}]`;

const nameOf = ({ matter }: Judged): string => matter?.name ?? "this";

const sameText = (a: Judged, b: Judged): boolean => a.claim.bare.toLowerCase() === b.claim.bare.toLowerCase();
