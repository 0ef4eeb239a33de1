/** The target of an id, for one file. */
export type LegendEntry = {
  id: string;
  /** The claim, the question, the document's title, the requirement or the fact, on one line. */
  text: string;
  /** Its path, relative to the file. */
  href: string;
};

/** The first line of what the program writes below a text. */
export const legendMark = "<!-- Dialectic added the numbers and links; they are not part of the text. -->";

const longestText = 160;

/** No file contains the facts, so the link of one leads to its line in the legend. */
export const factAnchor = (id: string): string => id.toLowerCase();

/** The ids of a text, what each leads to, and the link definitions that make links of them. */
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

/** A text on one line that cannot open a link, a tag or code of its own. */
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

/** Claims, documents, facts, questions, requirements, each by number. */
export const byId = (one: string, other: string): number =>
  kinds.indexOf(one[0] ?? "") - kinds.indexOf(other[0] ?? "") || numberIn(one) - numberIn(other);

const numberIn = (id: string): number => Number(id.replace(/\D+/, ""));
