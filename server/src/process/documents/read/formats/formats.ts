import { milestoneIds, requirementIds, workIds } from "../plans/entry-ids.ts";
import {
  type Milestone,
  normaliseMilestones,
  normaliseRequirements,
  type Requirement,
  readMilestones,
  readRequirements,
  repeatedIn,
} from "../plans/plan.ts";
import { normaliseWorkPlan, readWork, type WorkNode } from "../plans/work-plan.ts";
import { bodyBlocks } from "../tables/body-blocks.ts";
import { type Column, columnsOf, placeColumns, toColumn } from "../tables/columns.ts";
import { mendTables } from "../tables/mend-tables.ts";
import { normaliseTable, rowOfItem } from "../tables/normalise-table.ts";
import { findTables } from "../tables/read-table.ts";
import type { ExpectedArtifact } from "../titles/match-title.ts";
import { bare } from "../words.ts";
import { mostClaims, normaliseClaims, readClaims } from "./claims.ts";
import type { GivenClaim } from "./judged-claims.ts";
import { type Asked, allQuestions, mostQuestions, normaliseQuestions, readQuestions } from "./questions.ts";
import { readScorecard, rowOfScoreItem, type Scorecard, scoreColumns } from "./scorecard.ts";
import { normaliseStatuses, readStatuses, type Status } from "./statuses.ts";
import { normaliseVerdicts } from "./verdict-lists.ts";
import { type Positions, readVerdicts, verdictColumns } from "./verdicts.ts";

/** The entries parsed from one artifact. Only the properties of the artifact's format are present. */
export type Entries = {
  claims?: { claims: string[]; count: number };
  questions?: Asked[];
  scorecard?: Scorecard;
  positions?: Positions;
  requirements?: Requirement[];
  milestones?: Milestone[];
  work?: WorkNode[];
  statuses?: Status[];
  /** Ids that several requirements, milestones or nodes share. Only the first entry with such an id is used. */
  repeated?: string[];
  /** If there are more entries than allowed: how many were read, and how many there are. */
  unread?: Unread | undefined;
  /** The rows of any other requested table, by column heading. */
  rows?: Record<string, string>[];
};

export type Unread = { read: number; count: number };

export type Format = {
  /** The body in canonical form. A canonical body stays unchanged byte for byte. */
  normalise: (body: string) => string;
  /** The entries of a canonical body. */
  read: (body: string) => Entries;
  /** The expected format, shown to a model that is asked to write the artifact again. */
  shape: string;
};

/** Settings that determine how an artifact's text is parsed. */
type About = { artifact: ExpectedArtifact | undefined; given: readonly GivenClaim[] };

const defaultColumns: Readonly<Record<string, readonly string[]>> = {
  "risk-register": ["risk", "likelihood 1–5", "impact 1–5", "early sign", "response", "claim"],
  "dependency-map": ["needs", "from whom", "by when", "if late"],
  "technology-choices": ["chosen", "rejected", "why", "exit"],
};

/** The format of an artifact: by its key, else a table if its description names columns, else plain text. */
export function formatOf(key: string, { artifact, given }: About): Format {
  const fixed = formats(given, artifact)[key];
  if (fixed) return fixed;
  const named = columnsOf(artifact?.about ?? "");
  const columns = named.length > 1 ? named : (defaultColumns[key] ?? []).map(toColumn);
  return columns.length > 1 ? register(columns) : text;
}

const text: Format = {
  normalise: mendTables,
  read: (body) => ({ questions: readQuestions(body, { markedOnly: true }) }),
  shape: "",
};

const tableShape = (columns: readonly Column[], row: readonly string[]): string =>
  [
    `| ${columns.map(({ heading }) => heading).join(" | ")} |`,
    `|${columns.map(() => "---|").join("")}`,
    `| ${row.join(" | ")} |`,
  ].join("\n");

const register = (columns: readonly Column[]): Format => ({
  normalise: (body) => mendTables(normaliseTable(body, columns, rowOfItem(columns))),
  read: (body) => ({ rows: readRows(body, columns), questions: readQuestions(body, { markedOnly: true }) }),
  shape: tableShape(
    columns,
    columns.map(() => "…"),
  ),
});

const formats = (given: readonly GivenClaim[], artifact: ExpectedArtifact | undefined): Record<string, Format> => ({
  claims: {
    normalise: normaliseClaims,
    read: (body) => {
      const claims = readClaims(body);
      return { claims, unread: unreadOf(claims.count, mostClaims) };
    },
    shape: "- C: one sentence that commits to something\n- C: the next claim",
  },
  "open-questions": {
    normalise: normaliseQuestions,
    read: (body) => {
      const all = allQuestions(body);
      return { questions: all.slice(0, mostQuestions), unread: unreadOf(all.length, mostQuestions) };
    },
    shape: "- [ ] **Q** the question? — what it decides — if unanswered: what to assume",
  },
  scorecard: {
    normalise: (body) => normaliseTable(body, scoreColumns, rowOfScoreItem),
    read: (body) => ({ scorecard: readScorecard(body, artifact?.criteria) }),
    shape: tableShape(scoreColumns, [...(criterionOf(artifact) ?? ["fits the request", "25"]), "7", "one sentence"]),
  },
  "resolved-positions": {
    normalise: normaliseVerdicts,
    read: (body) => ({ positions: readVerdicts(body, given) }),
    shape: `${tableShape(verdictColumns, [`[C${given[0]?.number ?? 1}]`, "kept", "one reason", "R-1"])}\n(verdict: kept, merged, rejected or open)`,
  },
  requirements: requirements("- Acceptance: …\n- Priority: must\n- Source: …"),
  "technical-requirements": requirements(
    "- Interfaces: …\n- Data: …\n- Limits: …\n- Failure: …\n- Security: …\n- Test: …\n- Source: …",
  ),
  milestones: {
    normalise: (body) => normaliseMilestones(mendTables(body)),
    read: (body) => ({ milestones: readMilestones(body), repeated: repeatedIn(body, milestoneIds) }),
    shape: "## M1 Title\n\n- Outcome: …\n- Depends on: none\n- Requirements: R-1, R-2\n- Done when: …\n- Estimate: …",
  },
  "master-plan": masterPlan,
  "updated-master-plan": masterPlan,
  "work-plan": {
    normalise: (body) => normaliseWorkPlan(mendTables(body)),
    read: (body) => ({
      work: readWork(body),
      repeated: repeatedIn(body, workIds),
      questions: readQuestions(body, { markedOnly: true }),
    }),
    shape:
      "## M1 Title\n\n### W1.1 Title\n\n- Depends on: none\n- Check first: …\n- Steps:\n  - [ ] …\n- Done when: …\n- Estimate: …\n- Requirements: R-1",
  },
});

const unreadOf = (count: number, most: number): Unread | undefined =>
  count > most ? { read: most, count } : undefined;

const criterionOf = (artifact: ExpectedArtifact | undefined): string[] | null => {
  const [first] = artifact?.criteria ?? [];
  return first ? [first.name, String(first.weight)] : null;
};

const requirements = (fields: string): Format => ({
  normalise: (body) => normaliseRequirements(mendTables(body)),
  read: (body) => ({
    requirements: readRequirements(body),
    repeated: repeatedIn(body, requirementIds),
    questions: readQuestions(body, { markedOnly: true }),
  }),
  shape: `### R-1 Title\n\nOne sentence with "must".\n\n${fields}`,
});

const masterPlan: Format = {
  normalise: (body) => normaliseStatuses(mendTables(body)),
  read: (body) => ({ statuses: readStatuses(body) }),
  shape: "## Phase 1 Title\n\n- [ ] M1 Title — depends on: none — owner: … — estimate: … — exit: …",
};

const mostRows = 500;

function readRows(body: string, columns: readonly Column[]): Record<string, string>[] {
  return findTables(bodyBlocks(body), columns)
    .flatMap(({ headings, rows }) => {
      const { places } = placeColumns(headings, columns, rows);
      return rows.map((row) =>
        Object.fromEntries(columns.map(({ heading }, index) => [heading, bare(row[places[index] ?? -1] ?? "")])),
      );
    })
    .slice(0, mostRows);
}
