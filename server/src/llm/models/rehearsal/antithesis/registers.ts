import { whoSays } from "../brief/saying.ts";
import type { ArtifactWriter, Desk } from "../desk.ts";
import { line } from "../fit-words.ts";
import { matterOf } from "../match-matter.ts";
import { dueIn, type Matter } from "../matter.ts";
import { capital, hash, quoted, tableHead, tableRow } from "../phrasing.ts";
import { limitsFor, voice } from "../voice.ts";
import { type Review, review } from "./review.ts";

/** `risk | likelihood 1–5 | impact 1–5 | early sign | response | claim` */
export const riskRegister: ArtifactWriter = (desk) => {
  const found = review(desk);
  const rows = desk.matters
    .slice(0, desk.temperament.breadth)
    .map((matter) => ({ matter, ...weigh(desk, matter, found) }))
    .toSorted((a, b) => b.likelihood * b.impact - a.likelihood * a.impact);
  return [
    line(tableHead(["risk", "likelihood 1–5", "impact 1–5", "early sign", "response", "claim"])),
    ...rows.map(({ matter, likelihood, impact }, index) =>
      line(
        tableRow([
          matter.risk,
          String(likelihood),
          String(impact),
          matter.sign,
          answerTo(desk, matter),
          claimAbout(desk, matter, found),
        ]),
        index < 3 ? 0 : index,
      ),
    ),
  ];
};

/** The same remedy, in the hands of three different people. */
function answerTo(desk: Desk, { response, need }: Matter): string {
  return voice(desk, {
    atlas: `${response}; the size of the rest stays`,
    briar: `stop spending, then ${response}`,
    cedar: `tell ${need.from} the same day, then ${response}`,
  });
}

/** Likelier when the proposal passes over it or is weak there; graver when the brief sets a condition on it. */
function weigh(desk: Desk, matter: Matter, found: Review): { likelihood: number; impact: number } {
  const weak = found.weaknesses.some((one) => one.matter.key === matter.key);
  const missing = found.missing.includes(matter);
  const bound = desk.brief.limits.some((limit) => matter.words.test(limit));
  const spread = hash(`${desk.temperament.seed}/${matter.key}/${desk.brief.subject.title}`) % 2;
  const worry = desk.temperament.name === "briar" ? 1 : 0;
  return {
    likelihood: Math.min(5, 1 + spread + (weak ? 2 : 0) + (missing ? 1 : 0) + worry),
    impact: Math.min(5, 2 + (bound ? 2 : 0) + Math.min(1, matter.pull[desk.temperament.name])),
  };
}

function claimAbout(desk: Desk, matter: Matter, found: Review): string {
  const claim = found.claims.find((one) => matterOf(one.text, desk)?.key === matter.key);
  if (!claim) return `none; the brief says ${quoted(matter.brief)}`;
  return `[${claim.id ?? claim.doc}] ${quoted(claim.bare)}`;
}

/** `needs | from whom | by when | if late` */
export const dependencyMap: ArtifactWriter = (desk) => [
  line(tableHead(["needs", "from whom", "by when", "if late"])),
  ...desk.matters
    .slice(0, desk.temperament.breadth)
    .toSorted((a, b) => a.phase - b.phase)
    .map((matter, index) =>
      line(
        tableRow([
          `${matter.need.what} (for ${matter.name})`,
          matter.need.from,
          dueIn(matter.phase, desk.brief, desk.temperament.margin),
          voice(desk, {
            atlas: `${matter.need.late}; ${quoted(matter.brief)} slips`,
            briar: `${matter.need.late}, and ${quoted(matter.brief)} is paid for twice`,
            cedar: `${matter.need.late}; whoever counts on ${quoted(matter.brief)} hears it last`,
          }),
        ]),
        index < 3 ? 0 : index,
      ),
    ),
];

/** Limits that can be tested, each with whether the proposal meets it, misses it or is silent. */
export const nonFunctionalRequirements: ArtifactWriter = (desk) => {
  const found = review(desk);
  const text = found.paper?.markdown ?? "";
  const fixed = limitsFor(desk)
    .slice(0, 3)
    .map(
      (limit) =>
        `- **Fixed by ${whoSays(desk.brief, limit)}.** ${quoted(limit)}. ${found.ref} ${text.includes(limit) ? voice(desk, { atlas: "repeats it and can be measured by it", briar: "repeats it, which costs nothing", cedar: "meets it, at least in words" }) : "is silent"}.`,
    );
  const bounds = desk.matters
    .slice(0, 7)
    .map(
      (matter) =>
        `- **${matter.title}.** ${capital(matter.limit)}; ${tested(desk, matter)}. ${found.ref} ${standing(matter, found)} (${quoted(matter.brief)}).`,
    );
  return [...fixed, ...bounds].map((entry, index) => line(entry, index < 4 ? 0 : index));
};

function tested(desk: Desk, { check, who }: Matter): string {
  return voice(desk, {
    atlas: `tested at full size: ${check}`,
    briar: `tested twice, the second time unannounced: ${check}`,
    cedar: `tested with ${who} looking on: ${check}`,
  });
}

function standing(matter: Matter, found: Review): string {
  if (found.missing.includes(matter)) return "is silent";
  return found.weaknesses.some((one) => one.matter.key === matter.key) ? "misses it" : "can meet it";
}
