import { table } from "./rows.ts";
import { asJson, changeRun, inArtifact, type ShapeGroup } from "./shape.ts";

const mark = "- C: ";

/** Replaces the list of claims. */
const changeClaims = (answer: string, change: (claims: string[]) => string[]): string =>
  inArtifact(answer, ["Claims"], (body) =>
    changeRun(body, /^- C: /, (run) => change(run.map((line) => line.slice(mark.length)))),
  );

const eachClaim = (change: (claim: string, number: number) => string) => (answer: string) =>
  changeClaims(answer, (claims) => claims.map((claim, index) => change(claim, index + 1)));

export const claimShapes: ShapeGroup = [
  { name: "claims without a mark", apply: eachClaim((claim) => `- ${claim}`) },
  { name: "claims with numbers in bold", apply: eachClaim((claim, number) => `* **C${number}:** ${claim}`) },
  { name: "claims as a numbered list", apply: eachClaim((claim, number) => `${number}. ${claim}`) },
  { name: "claims as words", apply: eachClaim((claim, number) => `- Claim ${number}: ${claim}`) },
  { name: "claims in brackets", apply: eachClaim((claim, number) => `- [C${number}] ${claim}`) },
  { name: "claims as lines", apply: eachClaim((claim) => `C: ${claim}`) },
  { name: "claims as paragraphs", apply: eachClaim((claim, number) => `**C${number}** ${claim}\n`) },
  { name: "claims as headings", apply: eachClaim((claim, number) => `### C${number}: ${claim}\n`) },
  { name: "claims with typographic bullets", apply: eachClaim((claim) => `• C: ${claim}`) },
  { name: "claims with citation marks", apply: eachClaim((claim, number) => `- C: ${claim}【4:${number}†source】`) },
  {
    name: "claims on two lines",
    apply: eachClaim((claim) => `- C: ${claim.replace(/^(.{20}\S*) (?=\p{L})/u, "$1\n  ")}`),
  },
  {
    name: "claims on one line",
    apply: (answer) => changeClaims(answer, (claims) => [claims.map((claim) => mark + claim).join("<br>")]),
  },
  {
    name: "claims in a table",
    apply: (answer) =>
      changeClaims(answer, (claims) =>
        table(
          ["#", "Claim"],
          claims.map((claim, index) => [`C${index + 1}`, claim.replaceAll("|", "\\|")]),
        ),
      ),
  },
  { name: "claims in JSON", apply: (answer) => changeClaims(answer, asJson) },
  {
    name: "claims as JSON objects",
    apply: (answer) =>
      changeClaims(answer, (claims) => asJson(claims.map((claim, index) => ({ id: `C${index + 1}`, claim })))),
  },
  {
    name: "claims in groups",
    apply: (answer) =>
      changeClaims(answer, (claims) => {
        const half = Math.ceil(claims.length / 2);
        const nested = (some: string[]) => some.map((claim) => `  ${mark}${claim}`);
        return [
          "- **The result**",
          ...nested(claims.slice(0, half)),
          "- **The way there**",
          ...nested(claims.slice(half)),
        ];
      }),
  },
];
