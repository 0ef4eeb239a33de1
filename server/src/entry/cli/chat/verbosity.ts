import type { ExchangeEvent } from "@dialectic/contract";
import { describeContext } from "./describe-event.ts";

export type Verbosity = 0 | 1 | 2 | 3 | 4;

/** What each level prints in addition to the answer. The help is generated from this table. */
export const verbosityLevels: readonly {
  about: string;
  /** The lines that this level prints for an event. */
  lines(event: ExchangeEvent): readonly string[];
}[] = [
  { about: "the names of tools", lines: (event) => (event.type === "tool-call" ? [`→ ${event.name}`] : []) },
  {
    about: "also their parameters (cut to 30 characters), their start and end, and what the prompt was made of",
    lines: (event) => {
      if (event.type === "tool-call") return [`→ ${event.name} ${cut(asText(event.input))}`];
      return [...finished(event), ...describeContext(event), ...waiting(event)];
    },
  },
  {
    about: "their full parameters",
    lines: (event) => {
      if (event.type === "tool-call") return [`→ ${event.name} ${asText(event.input)}`];
      return [...finished(event), ...describeContext(event), ...waiting(event)];
    },
  },
  {
    about: "also the messages sent to the model",
    lines: (event) => [...linesAt(2, event), ...sent(event), ...results(event)],
  },
  {
    about: "also the tools offered to the model",
    lines: (event) => [...linesAt(3, event), ...offered(event)],
  },
];

export const linesAt = (level: Verbosity, event: ExchangeEvent): readonly string[] =>
  verbosityLevels[level]?.lines(event) ?? [];

/** All levels in one line of help: `0 the names of tools; 1 …`. */
export const verbosityHelp = verbosityLevels.map(({ about }, level) => `${level} ${about}`).join("; ");

const longestParameter = 30;
const asText = (input: unknown): string => JSON.stringify(input) ?? "";
const cut = (text: string): string => (text.length <= longestParameter ? text : `${text.slice(0, longestParameter)}…`);

const finished = (event: ExchangeEvent): string[] =>
  event.type === "tool-result" ? [`${event.isError ? "✗" : "✓"} ${event.name}, ${event.tookMs} ms`] : [];

const waiting = (event: ExchangeEvent): string[] =>
  event.type === "waiting" ? [`Waiting ${Math.ceil(event.ms / 1_000)} s (${event.reason})…`] : [];

const sent = (event: ExchangeEvent): string[] =>
  event.type === "prompt" ? (event.messages ?? []).map(({ role, text }) => `[${role}]\n${text}`) : [];

const results = (event: ExchangeEvent): string[] =>
  event.type === "tool-result" ? [`[result of ${event.name}]\n${event.text}`] : [];

const offered = (event: ExchangeEvent): string[] =>
  event.type === "prompt" ? [`[tools]\n${JSON.stringify(event.tools ?? [], null, 2)}`] : [];
