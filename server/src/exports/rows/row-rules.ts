import { deconstructPath } from "#documents";
import { createGraph, type Graph } from "./graph.ts";
import { type RowPlace, rowError } from "./row-error.ts";
import { createRowIndex, type RowIndex, readRef } from "./row-index.ts";

type Row = Record<string, unknown>;
type SessionSummary = { shortId: string; iteration: number; iterations: number; stages: Map<string, RowPlace> };

/** Validates the relations between the rows of an export. */
export type RowRules = {
  /** Call it for every row, table by table, in import order. */
  check(table: string, row: Row, n: number): void;
  /** Call it after the last row. */
  checkAll(): void;
  index: RowIndex;
  /** The stages that the rows of a session name, each with the first row that names it. */
  stagesOf(session: number): ReadonlyMap<string, RowPlace>;
};

/** References that code follows in a loop, which a cycle would make endless. */
const acyclic: Record<string, readonly string[]> = {
  jobs: ["prerequisite_id", "continued_by", "superseded_by", "ended_by"],
  board_cards: ["superseded_by"],
};
const stageColumns = ["stage", "from_stage", "current_stage"];
const pathColumns = ["path", "raw_path", "prompt_path", "earlier_path"];

export function createRowRules(): RowRules {
  const index = createRowIndex();
  const sessions: SessionSummary[] = [];
  const graphs = new Map<string, { table: string; column: string; graph: Graph }>();
  const addEdge = (table: string, column: string, from: number, to: number) => {
    const key = `${table}.${column}`;
    const known = graphs.get(key) ?? { table, column, graph: createGraph() };
    graphs.set(key, known);
    known.graph.add(from, to);
  };

  function check(table: string, row: Row, n: number): void {
    const place: RowPlace = { table, row: n + 1 };
    const own = readRef(row.id);
    if (own && own.n !== n) throw rowError({ ...place, column: "id" }, `must be the row's own number, ${n}.`);
    if (table === "sessions") sessions.push(readSession(row, place));
    const session = table === "sessions" ? n : (readRef(row.session_id)?.n ?? null);
    if (own) index.add(table, { end: own.end, session });
    const summary = session === null ? undefined : sessions[session];
    if (session !== null && !summary) throw rowError({ ...place, column: "session_id" }, "refers to no session.");
    if (summary) checkInSession(row, { summary, table, place });
    for (const column of acyclic[table] ?? []) {
      const to = readRef(row[column]);
      if (to) addEdge(table, column, n, to.n);
    }
    checks[table]?.(row, place);
    const [from, to] = [readRef(row.contribution_id), readRef(row.source_id)];
    if (table === "contribution_sources" && from && to) addEdge("contributions", "source_id", from.n, to.n);
  }

  function checkAll(): void {
    for (const [n, { iteration, iterations }] of sessions.entries()) {
      if (iteration === 1 + iterations) continue;
      throw rowError(
        { table: "sessions", row: n + 1, column: "iteration" },
        `is ${iteration}, but the export has ${iterations} further iterations.`,
      );
    }
    for (const { table, column, graph } of graphs.values()) {
      const found = graph.findCycle();
      if (found === null) continue;
      throw rowError({ table, row: found + 1, column }, "refers to itself through other rows.");
    }
  }

  return { check, checkAll, index, stagesOf: (session) => sessions[session]?.stages ?? new Map() };
}

function readSession(row: Row, place: RowPlace): SessionSummary {
  if (!(row.models as string[]).includes(row.lead_model as string)) {
    throw rowError({ ...place, column: "lead_model" }, "must be one of the session's models.");
  }
  const iteration = (row.iteration as number | undefined) ?? 1;
  return { shortId: row.short_id as string, iteration, iterations: 0, stages: new Map() };
}

/** A row's iteration, stage and paths must match its session. */
function checkInSession(
  row: Row,
  { summary, table, place }: { summary: SessionSummary; table: string; place: RowPlace },
): void {
  if (typeof row.iteration === "number" && row.iteration > summary.iteration) {
    throw rowError(
      { ...place, column: "iteration" },
      `is ${row.iteration}, but the session is in iteration ${summary.iteration}.`,
    );
  }
  if (table === "iterations") {
    summary.iterations += 1;
    if (row.iteration !== summary.iterations + 1)
      throw rowError({ ...place, column: "iteration" }, "must be the next number.");
  }
  for (const column of stageColumns) {
    const stage = row[column];
    if (typeof stage === "string" && !summary.stages.has(stage)) summary.stages.set(stage, { ...place, column });
  }
  for (const column of pathColumns) {
    const path = row[column];
    const file = typeof path === "string" ? deconstructPath(path) : null;
    if (!file || !("of" in file)) continue;
    const isOwn =
      file.of.session === summary.shortId &&
      (row.iteration === undefined || file.of.iteration === row.iteration) &&
      (row.stage === undefined || file.of.stage === row.stage);
    if (!isOwn) throw rowError({ ...place, column }, "is a path of another session, iteration or stage.");
  }
}

const checks: Record<string, (row: Row, place: RowPlace) => void> = {
  jobs(row, place) {
    const parent = readRef(row.parent_id);
    if (parent && parent.n >= place.row - 1)
      throw rowError({ ...place, column: "parent_id" }, "must refer to an earlier job.");
    if (!parent && (row.depth ?? 0) !== 0) throw rowError({ ...place, column: "depth" }, "must be 0 without a parent.");
  },
  contributions(row, place) {
    if ((row.chunk === 0) !== (row.root_id === row.id))
      throw rowError({ ...place, column: "root_id" }, "must be the row itself exactly for the first chunk.");
  },
  documents(row, place) {
    const file = deconstructPath(row.path as string);
    const artifact = file?.kind === "artifact" ? file.artifact : null;
    if (artifact !== (row.artifact ?? null) || (artifact === null) !== (row.kind === "whole"))
      throw rowError({ ...place, column: "path" }, "is the path of another document.");
  },
};
