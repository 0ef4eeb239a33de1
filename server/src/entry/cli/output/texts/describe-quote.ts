import { formatDollars, type Quote, type TokenRange } from "@dialectic/contract";
import { countCalls } from "../../run/count-calls.ts";
import { shortDollars } from "../dollars.ts";
import { table } from "../table.ts";

type Prices = Pick<Quote, "low" | "expected" | "high" | "free">;

/** A quote: the price, a line per stage, the total, and notes. */
export function describeQuote(quote: Quote): string {
  const rows = quote.stages.map((stage) => [
    stage.stage,
    String(stage.calls),
    count(stage.inputTokens),
    count(stage.outputTokens),
    ...priceCells(quote.free ? null : stage),
  ]);
  const sum = (of: (stage: Quote["stages"][number]) => TokenRange): string =>
    count({ low: 0, expected: quote.stages.reduce((total, stage) => total + of(stage).expected, 0), high: 0 });
  const whole = [
    "total",
    String(quote.calls),
    sum((stage) => stage.inputTokens),
    sum((stage) => stage.outputTokens),
    ...priceCells(quote.free ? null : quote),
  ];
  const prices = quote.free ? [] : ["low", "expected", "high"];
  const stages = table(["stage", "calls", "tokens in", "tokens out", ...prices], [...rows, whole]);
  return [priceLine(quote), stages, ...(quote.notes.length > 0 ? [quote.notes.join("\n")] : [])].join("\n\n");
}

/** `10 model calls, about $1.24 (from $0.0210 to $63.10)`. */
export function priceLine(quote: Prices & Pick<Quote, "calls">): string {
  const calls = countCalls({ calls: quote.calls, requests: quote.calls });
  return `${calls}, ${quotedText(quote)}`;
}

/** Says what was spent, and what was quoted. */
export function spentText({ spent, quote }: { spent: string; quote: Prices | null }): string {
  const actual = spent === "0" ? "nothing spent" : `${formatDollars(spent)} spent`;
  return quote === null || quote.free ? actual : `${actual} of about ${rangeText(quote)}`;
}

/** The price without the number of calls. */
export const quotedText = (quote: Prices): string => (quote.free ? "free" : `about ${rangeText(quote)}`);

const rangeText = ({ low, expected, high }: Prices): string =>
  `${shortDollars(expected)} (from ${shortDollars(low)} to ${shortDollars(high)})`;

const priceCells = (prices: Pick<Quote, "low" | "expected" | "high"> | null): string[] =>
  prices ? [prices.low, prices.expected, prices.high].map(shortDollars) : [];

const counts = new Intl.NumberFormat("en");
const count = ({ expected }: TokenRange): string => counts.format(expected);
