import { z } from "zod";

/** A commit: its message, date and files. */
export type CommitPlan = { message: string; at: string | null; paths: string[] };

const Session = z.object({ id: z.string(), short_id: z.string() });
const Run = z.object({
  session_id: z.string(),
  iteration: z.int(),
  stage: z.string(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
});

const stageFolder = /^session_([0-9a-f]{8})\/iteration_(\d+)\/(\d+)_([^/]+)\//;
const isCard = (path: string) => /^(Pending|Current|Complete)\//.test(path);
const isSummary = (path: string) => isCard(path) || /^(plan\.md|project_readme\.md|project_settings\.json)$/.test(path);

/**
 * Plans the commits of an export: the brief, each stage in the order of its start, and the summary files. `sessions` and
 * `stageRuns` are lines of the export's rows.
 */
export function planCommits(input: {
  name: string;
  paths: readonly string[];
  sessions: readonly string[];
  stageRuns: readonly string[];
}): CommitPlan[] {
  const shortIds = new Map(input.sessions.map(parseLine(Session)).map((one) => [one.id, one.short_id]));
  const runs = input.stageRuns
    .map(parseLine(Run))
    .map((run) => ({ ...run, session: shortIds.get(run.session_id) ?? "" }))
    .sort((one, other) => (one.started_at < other.started_at ? -1 : 1));
  const inStages = Map.groupBy(input.paths, (path) => stageFolder.exec(path)?.[0] ?? "");
  const outside = inStages.get("") ?? [];
  inStages.delete("");
  const stages = [...inStages].map(([folder, paths]) => {
    const [, session = "", iteration = "", , stage = ""] = stageFolder.exec(folder) ?? [];
    const place = runs.findIndex(
      (run) => run.session === session && run.iteration === Number(iteration) && run.stage === stage,
    );
    const run = runs[place];
    const message = `${stage}: session ${session}, iteration ${iteration}`;
    return {
      place: place < 0 ? runs.length : place,
      plan: { message, at: run?.finished_at ?? run?.started_at ?? null, paths },
    };
  });
  stages.sort((one, other) => one.place - other.place);
  const last = stages.at(-1)?.plan.at ?? null;
  return [
    {
      message: `brief: ${input.name}`,
      at: runs[0]?.started_at ?? null,
      paths: outside.filter((path) => !isSummary(path)),
    },
    ...stages.map(({ plan }) => plan),
    {
      message: `${outside.some(isCard) ? "plan" : "summary"}: ${input.name}`,
      at: last,
      paths: outside.filter(isSummary),
    },
  ].filter(({ paths }) => paths.length > 0);
}

const parseLine =
  <Schema extends z.ZodType>(schema: Schema) =>
  (line: string): z.output<Schema> =>
    schema.parse(JSON.parse(line));
