import type { Finding, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import type { TestApp } from "#test";
import { readAnswer } from "../documents/read/read-answer.ts";
import { describeAnswer, expectedIn, wordsOf } from "../documents/read/shapes.fixture.ts";

/** A document and the requests that it was made of. */
export type Answered = {
  id: string;
  path: string;
  stage: string;
  intermediate: boolean;
  markdown: string;
  /** The text of each request, and the keys of the artifacts that it was asked for once more. */
  requests: { text: string; asked: string[] }[];
};

export async function answersOf(t: TestApp, id: SessionId): Promise<Answered[]> {
  const { rows } = await t.ctx.db.tx((db) =>
    sql<Answered>`
      select
        d.id,
        d.path,
        d.stage,
        d.intermediate,
        d.markdown,
        json_agg(json_build_object('text', c.text, 'asked', c.asked_for) order by c.chunk) as requests
      from documents d
      join contributions c on c.root_id = d.contribution_id
      where c.session_id = ${id} and d.kind = 'whole'
      group by d.id, d.path, d.stage, d.intermediate, d.markdown`.execute(db),
  );
  return rows;
}

/** The artifacts that any step of a stage asks for: the first steps of a synthesis write proposals. */
const expectedOf = (stage: string, intermediate: boolean) => expectedIn(intermediate ? "thesis" : stage);

type Given = { document: Answered; meant: string; claims: readonly number[] };

/** Entries that the model meant and the document lacks, and entries of the document that were never meant. */
export function compareEntries({ document, meant, claims }: Given): { missing: string[]; invented: string[] } {
  const expected = {
    artifacts: expectedOf(document.stage, document.intermediate),
    claims: claims.map((number) => ({ number })),
  };
  const [wanted, found] = [meant, document.markdown].map((text) => entriesIn(readAnswer(text, expected)));
  return { missing: without(wanted, found), invented: without(found, wanted) };
}

const kinds = ["claims", "questions", "scores", "verdicts", "requirements", "milestones", "work", "statuses", "rows"];

/** A requirement may be covered by several milestones: that it is covered counts. */
function entriesIn(read: ReturnType<typeof readAnswer>): string[] {
  const entries = Object.entries(describeAnswer(read)).flatMap(([kind, all]) =>
    kinds.includes(kind) ? all.map((entry) => `${kind}: ${entry}`) : [],
  );
  return entries.flatMap((entry) => {
    const [milestone, covered = ""] = entry.startsWith("milestones: ")
      ? entry.split(/ \| (?=(?:R-[\d, R-]+)?$)/)
      : [entry];
    const requirements = covered.match(/R-\d+/g) ?? [];
    return [milestone ?? entry, ...requirements.map((id) => `covered: ${id}`)];
  });
}

const without = (some: readonly string[] = [], others: readonly string[] = []): string[] =>
  some.filter((one) => !others.includes(one));

const artifactsOfKind: Record<string, readonly string[]> = {
  claims: ["claims"],
  questions: ["open-questions"],
  scores: ["scorecard"],
  verdicts: ["resolved-positions"],
  requirements: ["requirements", "technical-requirements"],
  milestones: ["milestones"],
  covered: ["milestones"],
  work: ["work-plan"],
  statuses: ["master-plan", "updated-master-plan"],
  rows: ["risk-register", "dependency-map", "technology-choices"],
};

/** True if a finding names this missing entry, or the artifact that would hold it. */
export function isNamed(entry: string, findings: readonly Pick<Finding, "code" | "artifact" | "details">[]): boolean {
  const [kind = ""] = entry.split(": ", 1);
  return findings.some(({ code, artifact, details }) => {
    if (!artifact || !artifactsOfKind[kind]?.includes(artifact)) return false;
    if (code.startsWith("artifact_")) return true;
    const names = [
      ...(details.claims ?? []).map((number) => `C${number} `),
      ...(details.scores?.missing ?? []),
      ...(details.scores?.unreadable ?? []).map(({ criterion }) => criterion),
      ...(details.scores?.weights ?? []).map(({ criterion }) => criterion),
      ...(details.faults ?? []).flatMap((fault) => (fault.kind === "uncovered" ? `R-${fault.requirement}` : [])),
      ...(details.work ?? []).flatMap((fault) => ("node" in fault ? `${fault.node} ` : [])),
    ];
    return names.some((name) => entry.includes(name));
  });
}

/**
 * Texts of the answers that the document does not have: words of the first answer, and clauses of all. An artifact that was
 * asked for once more may be either of the two, or both merged; what a correction says around its artifacts stays with its request.
 */
export function lostTexts({ stage, intermediate, markdown, requests }: Answered): string[] {
  const artifacts = expectedOf(stage, intermediate);
  const at = requests.findIndex(({ asked }) => asked.length > 0);
  const asked = requests[at]?.asked ?? [];
  const join = (some: Answered["requests"]) => some.map(({ text }) => text).join("\n");
  const first = readAnswer(join(at < 0 ? requests : requests.slice(0, at)), { artifacts });
  const again = readAnswer(at < 0 ? "" : join(requests.slice(at)), {
    artifacts: artifacts.filter(({ key }) => asked.includes(key)),
  });
  const { artifacts: kept } = readAnswer(markdown, { artifacts });
  const wholeText = kept.map(({ body }) => body).join("\n");
  const lastLines = kept.map(({ body }) => body.trim().split("\n").at(-1)).join("\n");
  const lost = first.artifacts.flatMap(({ key, body }) => {
    const own = kept.filter((one) => one.key === key).map((one) => one.body);
    if (!asked.includes(key)) return lacking(body, own.join("\n"));
    const corrected = again.artifacts.filter((one) => one.key === key).map((one) => one.body);
    // What a model says after every answer is in the document once, with any of its artifacts.
    const candidates = [body, ...corrected].map((text) => lacking(text, [...own, lastLines].join("\n")));
    return candidates.some((one) => one.length === 0) ? [] : (candidates[1] ?? candidates[0] ?? []);
  });
  // Clauses of these are checked above; a correction may replace their words.
  const replaced = first.artifacts.filter(({ key }) => asked.includes(key)).map(({ body }) => body);
  const added = again.artifacts.filter(({ key }) => first.artifacts.every((one) => one.key !== key));
  const raw = join(at < 0 ? requests : requests.slice(0, at));
  // Text around the artifacts of a correction stays with its request; an artifact that was better before it stays as it was.
  const aside = [again.preamble, ...again.artifacts.map(({ body }) => body)];
  return [
    ...lost,
    ...added.flatMap(({ key, body }) => (asked.includes(key) ? lacking(body, wholeText) : [])),
    ...lacking(first.preamble, markdown),
    ...rawWordsLost(raw, { read: first, markdown: [markdown, ...replaced].join("\n") }),
    ...rawWordsLost(at < 0 ? "" : join(requests.slice(at)), { read: again, markdown: [markdown, ...aside].join("\n") }),
  ];
}

/** Lines of at least six words that the document has more often than any of its answers. */
export function repeatedTexts({ markdown, requests }: Answered): string[] {
  const lines = markdown
    .split("\n")
    .map(plain)
    .filter((line) => line.split(" ").length >= 6);
  const answers = requests.map(({ text }) => ` ${plain(text)} `);
  const written = (line: string) => Math.max(1, ...answers.map((answer) => answer.split(` ${line} `).length - 1));
  return [...Map.groupBy(lines, (line) => line)].flatMap(([line, all]) => (all.length > written(line) ? [line] : []));
}

/** Clauses of at least four words that are not in the other text. */
function lacking(text: string, other: string): string[] {
  const all = ` ${plain(other)} `;
  return clausesOf(text).filter((clause) => !all.includes(` ${clause} `));
}

const clausesOf = (text: string): string[] =>
  text
    .split(/[\n|.:;—()[\]<>]+/u)
    .map(plain)
    .filter((clause) => clause.split(" ").length >= 4);

const plain = (text: string): string =>
  (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(" ");

/** Words of the raw answer that are neither in the document nor thinking: a reader that loses them cannot testify for itself. */
function rawWordsLost(
  raw: string,
  { read, markdown }: { read: ReturnType<typeof readAnswer>; markdown: string },
): string[] {
  const kept = wordsOf([markdown, ...read.thinking, ...read.artifacts.map(({ heading }) => heading)].join(" "));
  return [...wordsOf(raw)].filter((word) => !kept.has(word) && !markup.has(word));
}

/** Words that only mark a part. */
const markup = new Set(
  "markdown json think requirement milestone task likelihood impact early sign response claim accepted dropped max words start assistant final return".split(
    " ",
  ),
);
