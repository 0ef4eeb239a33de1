/** True if an id in a text (`C14`, `D2`, `F3`, `Q9` or `R-7`) has a target. */
export type Resolve = (id: string) => boolean;

/** The numbers of the claims and questions that a document itself states, with their texts. */
export type OwnNumbers = { claims: readonly Numbered[]; questions: readonly Numbered[] };
export type Numbered = { number: number; text: string };

export type LinkedText = {
  markdown: string;
  /** The ids that the text cites, in order of first appearance: `cited` if they have a target, otherwise `unresolved`. */
  cited: string[];
  unresolved: string[];
};

/**
 * Lines beyond the first 20,000 (about two million characters of prose) and lines longer than 4,000 characters are left
 * unchanged.
 */
const mostLines = 20_000;
const longestLine = 4_000;
/**
 * The maximum number of claims, and of questions, that are numbered in a document. Parsing finds at most 25 claims and 20
 * questions, but an imported document may have any number.
 */
const mostNumbered = 200;

/**
 * A document's text for readers: claims and questions carry their numbers, and every id that resolves is in its own square
 * brackets, so that a link definition below the text makes it a link. Everything else, including code, is unchanged.
 */
export function linkText(markdown: string, { resolve, own }: { resolve: Resolve; own: OwnNumbers }): LinkedText {
  const cited = new Set<string>();
  const unresolved = new Set<string>();
  const see = (id: string): boolean => {
    const isKnown = resolve(id);
    (isKnown ? cited : unresolved).add(id);
    return isKnown;
  };
  const claims = createNumbering(own.claims);
  const questions = createNumbering(own.questions);
  let fence: string | null = null;
  const lines = markdown.split("\n").map((line, index) => {
    if (index >= mostLines || line.length > longestLine) return line;
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
      return line;
    }
    if (mark) {
      fence = mark;
      return line;
    }
    return linkLine(numberLine(line, { claims, questions }), see);
  });
  return { markdown: lines.join("\n"), cited: [...cited], unresolved: [...unresolved] };
}

type Numbering = (text: string) => number | undefined;

function numberLine(line: string, of: { claims: Numbering; questions: Numbering }): string {
  const claim = /^(\s{0,3}- C)(: .*)$/.exec(line);
  if (claim) return `${claim[1]}${of.claims(claim[2] ?? "") ?? ""}${claim[2]}`;
  const question = /^(\s{0,3}- \[[ xX]\] \*\*Q)(\*\* .*)$/.exec(line);
  return question ? `${question[1]}${of.questions(question[2] ?? "") ?? ""}${question[2]}` : line;
}

/**
 * Finds the number of a claim or question by the beginning of its text: a line may be longer than the stored text (it also
 * says what a question decides) or shorter (the claim continues on the next line).
 */
function createNumbering(own: readonly Numbered[]): Numbering {
  const keyed = own
    .slice(0, mostNumbered)
    .map(({ number, text }) => ({ number, key: keyOf(text.slice(0, longestLine)) }))
    .filter(({ key }) => key !== "")
    .sort((one, other) => other.key.length - one.key.length);
  return (line) => {
    const key = keyOf(line);
    if (key === "") return undefined;
    const saysAll = keyed.find((one) => key.startsWith(one.key));
    return (saysAll ?? keyed.find((one) => one.key.startsWith(key)))?.number;
  };
}

const keyOf = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

/**
 * Matches ids in square brackets and bare requirement ids, and also what must stay unchanged: code, links, addresses, HTML.
 */
const tokens =
  /`[^`]*`|!?\[[^[\]]*\]\([^()\s]*\)|<[^<>\s]+>|https?:\/\/\S+|\[([^[\]]{2,200})\](\[\])?|(?<![\p{L}\p{N}_/#.-])R-(\d{1,4})(?![\p{L}\p{N}_]|-\d)/gu;

function linkLine(line: string, see: (id: string) => boolean): string {
  if (/^\s{0,3}#{1,6}\s+R-\d/.test(line)) return line; // this line is the heading of the requirement itself
  return line.replace(tokens, (whole, inside: string | undefined, _, requirement: string | undefined, at: number) => {
    const isBare = requirement !== undefined;
    const ids = isBare ? [whole] : idsIn(inside ?? "");
    if (ids.length === 0 || whole.endsWith("[]")) return whole;
    const next = line[at + whole.length] ?? "";
    const isLast = (index: number) => index === ids.length - 1;
    // A bracket, parenthesis or colon right after a link such as `[C1]` would change its meaning in Markdown; `[]` prevents
    // that.
    const links = ids.map((id, index) => ({
      isKnown: see(id),
      end: isLast(index) && /[[(:]/.test(next) ? "[]" : "",
      id,
    }));
    if (isBare) return links[0]?.isKnown ? `[${whole}]${links[0].end}` : whole;
    return links.map(({ isKnown, end, id }) => (isKnown ? `[${id}]${end}` : `[${id}]`)).join(", ");
  });
}

/** The ids in a pair of brackets; empty if the brackets contain anything else. */
export function idsIn(inside: string): string[] {
  const parts = inside.split(/[\s,;]+/);
  return parts.every((part) => /^(?:[CDFQ]\d{1,6}|R-\d{1,4})$/.test(part)) ? parts : [];
}
