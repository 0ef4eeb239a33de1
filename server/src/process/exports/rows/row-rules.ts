import { deconstructPath } from "#documents";
import { createGraph, type Graph } from "./graph.ts";
import { type RowPlace, rowFault } from "./row-fault.ts";
import { createRowIndex, type RowIndex, readRef } from "./row-index.ts";

type Row = Record<string, unknown>;
type SessionFacts = { shortId: string; iteration: number; iterations: number; stages: Map<string, RowPlace> };

/** What the rows of an export say together, beyond what each column may say alone. */
export type RowRules = {
  /** Call it for every row, table by table, in the order in which tables are imported. */
  check(table: string, row: Row, n: number): void;
  /** What can be known only when every row was seen. */
  checkAll(): void;
  index: RowIndex;
  /** The stages that rows of a session name, with the first row that does. */
  stagesOf(session: number): ReadonlyMap<string, RowPlace>;
};

/** References that would be followed for ever if they led back. */
const acyclic: Record<string, readonly string[]> = {
  jobs: ["prerequisite_id", "continued_by", "superseded_by", "ended_by"],
  board_cards: ["superseded_by"],
};
const stageColumns = ["stage", "from_stage", "current_stage"];
const placeColumns = ["path", "raw_path", "prompt_path", "earlier_path"];

export function createRowRules(): RowRules {
  const index = createRowIndex();
  const sessions: SessionFacts[] = [];
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
    if (own && own.n !== n) throw rowFault({ ...place, column: "id" }, `must be the row's own number, ${n}.`);
    if (table === "sessions") sessions.push(readSession(row, place));
    const session = table === "sessions" ? n : (readRef(row.session_id)?.n ?? null);
    if (own) index.add(table, { end: own.end, session });
    const facts = session === null ? undefined : sessions[session];
    if (session !== null && !facts) throw rowFault({ ...place, column: "session_id" }, "refers to no session.");
    if (facts) checkInSession(row, { facts, table, place });
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
      throw rowFault(
        { table: "sessions", row: n + 1, column: "iteration" },
        `is ${iteration}, and there are ${iterations} further iterations.`,
      );
    }
    for (const { table, column, graph } of graphs.values()) {
      const found = graph.findCycle();
      if (found === null) continue;
      throw rowFault({ table, row: found + 1, column }, "leads back to where it began.");
    }
  }

  return { check, checkAll, index, stagesOf: (session) => sessions[session]?.stages ?? new Map() };
}

function readSession(row: Row, place: RowPlace): SessionFacts {
  if (!(row.models as string[]).includes(row.lead_model as string)) {
    throw rowFault({ ...place, column: "lead_model" }, "must be one of the session's models.");
  }
  const iteration = (row.iteration as number | undefined) ?? 1;
  return { shortId: row.short_id as string, iteration, iterations: 0, stages: new Map() };
}

/** What a row says of its session must be what the session says. */
function checkInSession(
  row: Row,
  { facts, table, place }: { facts: SessionFacts; table: string; place: RowPlace },
): void {
  if (typeof row.iteration === "number" && row.iteration > facts.iteration) {
    throw rowFault({ ...place, column: "iteration" }, `is ${row.iteration}, and the session is in ${facts.iteration}.`);
  }
  if (table === "iterations") {
    facts.iterations += 1;
    if (row.iteration !== facts.iterations + 1)
      throw rowFault({ ...place, column: "iteration" }, "must follow on the one before.");
  }
  for (const column of stageColumns) {
    const stage = row[column];
    if (typeof stage === "string" && !facts.stages.has(stage)) facts.stages.set(stage, { ...place, column });
  }
  for (const column of placeColumns) {
    const path = row[column];
    const file = typeof path === "string" ? deconstructPath(path) : null;
    if (!file || !("of" in file)) continue;
    const isOwn =
      file.of.session === facts.shortId &&
      (row.iteration === undefined || file.of.iteration === row.iteration) &&
      (row.stage === undefined || file.of.stage === row.stage);
    if (!isOwn) throw rowFault({ ...place, column }, "is a place of another session, iteration or stage.");
  }
}

const checks: Record<string, (row: Row, place: RowPlace) => void> = {
  jobs(row, place) {
    const parent = readRef(row.parent_id);
    if (parent && parent.n >= place.row - 1)
      throw rowFault({ ...place, column: "parent_id" }, "must refer to an earlier job.");
    if (!parent && (row.depth ?? 0) !== 0)
      throw rowFault({ ...place, column: "depth" }, "must be 0 where there is no parent.");
  },
  contributions(row, place) {
    if ((row.chunk === 0) !== (row.root_id === row.id))
      throw rowFault({ ...place, column: "root_id" }, "must be the row itself for the first chunk, and for no other.");
  },
  documents(row, place) {
    const file = deconstructPath(row.path as string);
    const artifact = file?.kind === "artifact" ? file.artifact : null;
    if (artifact !== (row.artifact ?? null) || (artifact === null) !== (row.kind === "whole"))
      throw rowFault({ ...place, column: "path" }, "is the place of another document.");
  },
};
