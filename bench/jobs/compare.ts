import { rounded } from "../statistics.ts";
import type { Figures, Line, TakeoverFigure } from "./figures.ts";

/** Two runs on one machine differ by up to five percent, so a smaller difference counts as level. */
const level = 0.05;

type Subject = Pick<Line, "measure" | "unit" | "better">;
type Value = { contender: string; value: number; rounds?: number[]; documented?: boolean };

/**
 * Compares every peer with our engine in every metric. `means` explains how each contender, ours included, achieves its
 * figures.
 */
export function compare(figures: Figures, ours: string, means: Map<string, string>): Line[] {
  // Says why we are behind. In throughput, the reason is how the peer fetches jobs; in start latency, it is what our engine
  // writes when it leases a job.
  const reason = ({ better }: Subject, peer: string): string =>
    better === "higher" ? `it ${means.get(peer)}` : `ours ${means.get(ours)}`;
  const against = (subject: Subject, values: Value[]): Line[] => {
    const own = values.find((one) => one.contender === ours);
    if (!own) return [];
    return values
      .filter((one) => one.contender !== ours)
      .map((one) => drawLine(subject, own, one, reason(subject, one.contender)));
  };
  const processes = [...new Set(figures.throughput.map((one) => one.processes))];
  return [
    ...processes.flatMap((count) => {
      const rows = figures.throughput.filter((one) => one.processes === count);
      const subject: Subject = {
        measure: `throughput, ${count} process${count > 1 ? "es" : ""}`,
        unit: "jobs/s",
        better: "higher",
      };
      return against(
        subject,
        rows.map((one) => ({ contender: one.contender, value: one.perSecond, rounds: one.rounds })),
      );
    }),
    ...against(
      { measure: "start latency, median", unit: "ms", better: "lower" },
      figures.latency.map((one) => ({ contender: one.contender, value: one.p50Ms })),
    ),
    ...against(
      { measure: "start latency, p95", unit: "ms", better: "lower" },
      figures.latency.map((one) => ({ contender: one.contender, value: one.p95Ms })),
    ),
    ...against({ measure: "crash takeover", unit: "ms", better: "lower" }, figures.takeover.map(takeoverValue)),
  ];
}

function takeoverValue(figure: TakeoverFigure): Value {
  return figure.measured
    ? { contender: figure.contender, value: figure.medianMs }
    : { contender: figure.contender, value: figure.documentedMs, documented: true };
}

function drawLine(subject: Subject, ours: Value, peer: Value, reason: string): Line {
  const ratio = ours.value / peer.value;
  const range = pairedRatios(ours.rounds ?? [], peer.rounds ?? []);
  const standing = judge(ratio, range, subject.better);
  const documented = peer.documented ?? false;
  const line = {
    ...subject,
    peer: peer.contender,
    ours: ours.value,
    theirs: peer.value,
    ratio: rounded(ratio),
    range,
    standing,
  };
  return { ...line, documented, sentence: say(line, documented, reason) };
}

/**
 * Divides our figure in each round by the peer's figure in the same round. Returns the lowest and the highest ratio, or null
 * for metrics without rounds.
 */
function pairedRatios(ours: number[], theirs: number[]): [number, number] | null {
  const ratios = ours.flatMap((own, round) => {
    const other = theirs[round];
    return other === undefined ? [] : [own / other];
  });
  return ratios.length > 0 ? [rounded(Math.min(...ratios)), rounded(Math.max(...ratios))] : null;
}

function judge(ratio: number, range: [number, number] | null, better: "higher" | "lower"): Line["standing"] {
  if (Math.abs(ratio - 1) <= level) return "level";
  if (range && range[0] < 1 && range[1] > 1) return "unclear";
  return ratio > 1 === (better === "higher") ? "ahead" : "behind";
}

function say(line: Omit<Line, "sentence" | "documented">, documented: boolean, reason: string): string {
  const isRate = line.better === "higher";
  const share = isRate ? `${line.ratio} times its jobs a second` : `${line.ratio} of its time`;
  if (documented) return `Ahead of ${line.peer}, whose figure is documented and was not measured: ${share}.`;
  if (line.standing === "unclear") {
    return `Unclear against ${line.peer}: ${share}, but the rounds disagree (${line.range?.join(" to ")}).`;
  }
  if (line.standing === "ahead") return `Ahead of ${line.peer}: ${share}.`;
  if (line.standing === "level") return `Level with ${line.peer}: ${share}, and two runs differ by as much.`;
  return `Behind ${line.peer}: ${share}; ${reason}.`;
}
