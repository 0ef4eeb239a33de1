/** An id that a file cites, and its target. */
export type LegendEntry = {
  id: string;
  /** The text of the claim, question, requirement or fact, or the title and model of the document. */
  text: string;
  /** The link to the target: a path relative to the file, or an anchor in the file. */
  href: string;
};

/** The first line of the legend, which the program writes below a text. */
export const legendMark = "<!-- Dialectic added the numbers and links; they are not part of the text. -->";

/** In characters. Enough for a claim that quotes two lines of the brief and only then says what it commits to. */
const longestText = 400;

/** No file contains the facts, so the link of a fact leads to its line in the legend. */
export const factAnchor = (id: string): string => id.toLowerCase();

/** Lists the ids of a text with their targets, and adds the link definitions that turn the ids into links. */
export function legend(entries: readonly LegendEntry[], unresolved: readonly string[]): string {
  const lines = [
    legendMark,
    "",
    "---",
    "",
    "**References**",
    "",
    ...entries.map(({ id, text }) => `- ${isFact(id) ? `<a id="${factAnchor(id)}"></a>` : ""}[${id}] ${shorten(text)}`),
    ...(unresolved.length > 0 ? [`- Not found in this session: ${unresolved.join(", ")}`] : []),
    "",
    ...entries.map(({ id, href }) => `[${id}]: ${href}`),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

const isFact = (id: string): boolean => id.startsWith("F");

/** Puts a text on one line and escapes it, so that it cannot open a link, a tag or code. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const cut = line.length > longestText ? `${line.slice(0, longestText).replace(/\s+\S*$/, "")} …` : line;
  return cut.replace(/[\\`<>[\]*_]/g, "\\$&");
}

export const isLegendLine = (line: string): boolean =>
  /^(?:\s*|---|\*\*References\*\*|- (?:<a id="f\d+"><\/a>)?\[(?:[CDFQ]\d+|R-\d+)\] .*|- Not found in this session: .*|\[(?:[CDFQ]\d+|R-\d+)\]: \S+)\r?$/.test(
    line,
  );

const kinds = ["C", "D", "F", "Q", "R"];

/** Sorts claims, documents, facts, questions and requirements, in this order, each by number. */
export const byId = (one: string, other: string): number =>
  kinds.indexOf(one[0] ?? "") - kinds.indexOf(other[0] ?? "") || numberIn(one) - numberIn(other);

const numberIn = (id: string): number => Number(id.replace(/\D+/, ""));
