import { quoted } from "../text/phrasing.ts";
import { saysWhen, withoutTimes } from "./figures.ts";
import { type Point, shortened } from "./read-brief.ts";

/**
 * The way in which a plan answers a point. A limit whose only figure is a time is treated as a date. A limit without any figure
 * is a rule, like an exclusion, because nothing can be measured.
 */
export type Manner = "goal" | "limit" | "rule" | "figure" | "date" | "person" | "open" | "context";

export function mannerOf({ kind, quote, figures }: Pick<Point, "kind" | "quote" | "figures">): Manner {
  if (kind === "exclusion") return "rule";
  if (kind !== "limit") return kind;
  if (withoutTimes(figures).length > 0) return "limit";
  return saysWhen(quote) ? "date" : "rule";
}

/** The title of the point in quotation marks. */
export const quotedBriefly = (point: Pick<Point, "title" | "quote"> | undefined): string =>
  quoted(point ? shortened(point) : "");

const troubles: Record<Manner, (quote: string) => string> = {
  goal: (quote) => `${quote} is delivered only in part`,
  limit: (quote) => `${quote} cannot be kept`,
  rule: (quote) => `${quote} is not respected`,
  figure: (quote) => `${quote} turns out differently`,
  date: (quote) => `the time given in ${quote} cannot be kept`,
  person: (quote) => `${quote} no longer holds`,
  open: (quote) => `${quote} stays unsettled`,
  context: (quote) => `${quote} is forgotten`,
};

/** The risk of a point, as half a sentence. */
export const troubleWith = (point: Point): string => troubles[mannerOf(point)](quotedBriefly(point));
