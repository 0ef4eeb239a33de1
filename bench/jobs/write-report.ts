import { printTable } from "../print-table.ts";
import type { Contender } from "./contender.ts";
import type { Figures, Line } from "./figures.ts";

/** The comparison as text: the figures, the ratios with a sentence each, and the guarantees of each contender. */
export function writeReport(input: {
  contenders: Contender[];
  figures: Figures;
  lines: Line[];
  missed: string[];
}): string {
  return [
    ratios(input.lines),
    input.lines.map((line) => `${line.measure}: ${line.sentence}`).join("\n"),
    ownTakeover(input.figures),
    guarantees(input.contenders),
    input.missed.length === 0 ? "Every aim is reached." : `Aims not reached: ${input.missed.join("; ")}.`,
  ].join("\n\n");
}

function ratios(lines: Line[]): string {
  const head = ["measure", "peer", "ours", "peer's", "ours ÷ peer", "by round", "better is", ""];
  const rows = lines.map((line) => [
    line.measure,
    line.peer,
    amount(line.ours, line.unit),
    `${amount(line.theirs, line.unit)}${line.documented ? " (documented, not measured)" : ""}`,
    String(line.ratio),
    line.range?.join("–") ?? "",
    line.better,
    line.standing,
  ]);
  return printTable(head, rows);
}

function ownTakeover(figures: Figures): string {
  return figures.takeover
    .flatMap((one) => (one.measured ? [one] : []))
    .map(
      (one) =>
        `${one.contender}: taken over after ${one.ofLimit} of its limit of ${amount(one.limitMs, "ms")} (slowest ${amount(one.slowestMs, "ms")}).`,
    )
    .join("\n");
}

function guarantees(contenders: Contender[]): string {
  const lines = contenders.map(
    ({ name, version, guarantees }) =>
      `${name} ${version}\n  fencing: ${guarantees.fencing}\n  events: ${guarantees.events}\n  dependencies: ${guarantees.dependencies}`,
  );
  return ["The guarantees that these figures include:", ...lines].join("\n");
}

function amount(value: number, unit: "jobs/s" | "ms"): string {
  if (unit === "jobs/s") return `${Math.round(value)}/s`;
  if (value >= 3_600_000) return `${value / 3_600_000} h`;
  return value >= 1_000 ? `${(value / 1_000).toFixed(2)} s` : `${value.toFixed(2)} ms`;
}
