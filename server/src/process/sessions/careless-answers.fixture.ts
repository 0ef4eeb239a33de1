import type { Finding, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import type { TestApp } from "#test";
import { readAnswer } from "../documents/read/read-answer.ts";
import { describeAnswer, expectedIn, markup, wordsOf } from "../documents/read/shapes.fixture.ts";

/** A document, with the requests and answers from which it was made. */
export type Answered = {
  id: string;
  path: string;
  stage: string;
  intermediate: boolean;
  markdown: string;
  /** For each request, the answer and the keys of the artifacts that the request asked for again. */
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

/**
 * The artifacts that a document of a stage is asked for. The intermediate documents of a synthesis are proposals, so
 * they are asked for the artifacts of a thesis.
 */
const expectedOf = (stage: string, intermediate: boolean) => expectedIn(intermediate ? "thesis" : stage);

type Given = { document: Answered; meant: string; claims: readonly number[] };

/**
 * Compares a document with `meant`, the model's answers before they were made careless. Returns the entries that the
 * document lacks, and those that only the document has.
 */
export function compareEntries({ document, meant, claims }: Given): { missing: string[]; invented: string[] } {
  const expected = {
    artifacts: expectedOf(document.stage, document.intermediate),
    claims: claims.map((number) => ({ number })),
  };
  const [wanted, found] = [meant, document.markdown].map((text) => entriesIn(readAnswer(text, expected)));
  return { missing: without(wanted, found), invented: without(found, wanted) };
}

const kinds = ["claims", "questions", "scores", "verdicts", "requirements", "milestones", "work", "statuses", "rows"];

/**
 * The entries of a document, as `compareEntries` compares them. A requirement that milestones cover is an entry of its own
 * (“covered: R-1”): the comparison checks whether it is covered, not by which milestone.
 */
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

/** True if a finding names this missing entry or its artifact. */
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
 * What is in the answers but not in the document: words of the first answer, and clauses of all answers. If an artifact
 * was requested again, the document may contain either version, or both merged. It need not contain the text around the
 * artifacts of a correction.
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
    // If a model ends every answer with the same line, the document contains that line only once, below any of its
    // artifacts.
    const candidates = [body, ...corrected].map((text) => lacking(text, [...own, lastLines].join("\n")));
    return candidates.some((one) => one.length === 0) ? [] : (candidates[1] ?? candidates[0] ?? []);
  });
  // Clauses of these artifacts were checked above. Their words are not, because a correction may replace them.
  const replaced = first.artifacts.filter(({ key }) => asked.includes(key)).map(({ body }) => body);
  const added = again.artifacts.filter(({ key }) => first.artifacts.every((one) => one.key !== key));
  const raw = join(at < 0 ? requests : requests.slice(0, at));
  // The document may lack the text around a correction's artifacts, and a corrected artifact whose first version was better.
  const aside = [again.preamble, ...again.artifacts.map(({ body }) => body)];
  return [
    ...lost,
    ...added.flatMap(({ key, body }) => (asked.includes(key) ? lacking(body, wholeText) : [])),
    ...lacking(first.preamble, markdown),
    ...rawWordsLost(raw, { read: first, markdown: [markdown, ...replaced].join("\n") }),
    ...rawWordsLost(at < 0 ? "" : join(requests.slice(at)), { read: again, markdown: [markdown, ...aside].join("\n") }),
  ];
}

/**
 * Lines of at least six words that occur more often in the document than in any of its answers. In an answer, the line may
 * lack its label and its id, for example in a table, where the label is the heading of a column.
 */
export function repeatedTexts({ markdown, requests }: Answered): string[] {
  let artifact = "";
  const lines = markdown.split("\n").flatMap((line) => {
    if (line.startsWith("# ")) artifact = line;
    const text = plain(line);
    // Several artifacts, which may be in different answers, have the same milestones and values such as estimates.
    const place = entry.test(line) || field.test(line) ? artifact : "";
    return text.split(" ").length < 6 ? [] : [{ text, place, core: plain(line.replace(label, "")) }];
  });
  const answers = requests.map(({ text }) => ` ${plain(text.replaceAll("\\n", " "))} `);
  const written = (said: string) => Math.max(1, ...answers.map((answer) => timesIn(answer, said)));
  const byText = Map.groupBy(lines, ({ text, place }) => `${text}\n${place}`);
  return [...byText.values()].flatMap((all) =>
    all.length > Math.max(...all.flatMap(({ text, core }) => [written(text), written(core)]))
      ? [all[0]?.text ?? ""]
      : [],
  );
}

/** How often a line occurs in a text. Two consecutive occurrences share the space between them. */
function timesIn(text: string, line: string): number {
  let times = 0;
  for (let at = text.indexOf(` ${line} `); at >= 0; at = text.indexOf(` ${line} `, at + line.length + 1)) times += 1;
  return times;
}

const field = /^[\s>*+-]*[\p{L} ]{2,30}:/u;
const entry = /^[\s#*+-]*(?:\[.\] )?[RMW]-?\d/u;
/** What may precede the words of a line: marks, a box, an id, the name of a field. */
const label = /^[\s#>*+-]*(?:\[.\] )?(?:[RMW]-?\d[\d.]* )?(?:[\p{L} ]{2,30}: )?/u;

/** The clauses of at least four words in `text` that `other` does not contain. */
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

/**
 * Words of the raw answer that are neither in the document nor in the model's thinking. The raw answer is searched because
 * `read` cannot show which words were lost in parsing.
 */
function rawWordsLost(
  raw: string,
  { read, markdown }: { read: ReturnType<typeof readAnswer>; markdown: string },
): string[] {
  const kept = wordsOf([markdown, ...read.thinking, ...read.artifacts.map(({ heading }) => heading)].join(" "));
  // In JSON, a line break is `\\n`.
  return [...wordsOf(raw.replaceAll("\\n", " "))].filter((word) => !kept.has(word) && !markup.has(word));
}
