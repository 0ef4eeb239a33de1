import type { AnswerLine } from "./answer-line.ts";

const fence = /^ {0,3}(`{3,}|~{3,}(?!~))([^`]*)$/;
/** Languages that mean prose; a fence of any other language contains code. */
const texts = new Set(["", "text", "txt", "plaintext"]);
const markdown = new Set(["markdown", "md", "mdx", "gfm"]);

/** A line that opens or closes a code block, and what follows it. */
type Fence = {
  mark: string;
  info: string;
  /**
   * Up to the next fence: how many lines name an artifact, whether all lines are blank, and whether the first is a heading.
   */
  titles: number;
  isBlank: boolean;
  opensWithHeading: boolean;
  /** True if the answer begins with this fence and ends with another one. */
  isWhole: boolean;
  /**
   * Like `titles` and `titleLater`, but headings that call an artifact by another name, such as `# Risks`, count as well.
   */
  names: number;
  nameLater: boolean;
  /** Up to the next wrapper that names a language: whether a line names an artifact, and the number of bare fences. */
  titleLater: boolean;
  bareLater: number;
};

/**
 * Removes fences that wrap the whole answer or an artifact as if it were code. Models put code blocks into such a wrapper
 * without making the wrapper's fence longer, so Markdown rules cannot tell where the wrapper ends.
 */
export function unwrap(
  lines: readonly AnswerLine[],
  isTitle: (line: string) => boolean,
  isOtherName: (line: string) => boolean,
): AnswerLine[] {
  const unquoted = withoutTags(withoutQuote(lines));
  if (!unquoted.some(({ text }) => fence.test(text))) return unquoted;
  const fences = findFences(unquoted, isTitle, isOtherName);
  let wrapper: Fence | null = null;
  let inner: Fence | null = null;
  return unquoted.filter((_, index) => {
    const here = fences.get(index);
    if (!here) return true;
    if (inner !== null) {
      if (here.info === "" && here.mark.startsWith(inner.mark)) inner = null;
      return true;
    }
    if (wrapper !== null && here.info === "" && closes(here, wrapper)) {
      wrapper = null;
      return false;
    }
    if (isWrapper(here)) {
      wrapper = here;
      return false;
    }
    inner = here;
    return true;
  });
}

/**
 * A fence that is marked as Markdown or encloses the whole answer is a wrapper if it contains a title. Any other fence
 * is a wrapper if it starts with a title or contains several titles.
 */
function isWrapper(here: Fence): boolean {
  const { info, opensWithHeading, isWhole } = here;
  if (!markdown.has(info) && !texts.has(info)) return false;
  const { titles, titleLater } = titlesFor(here, here);
  return ((opensWithHeading || isWhole) && titleLater) || titles > (markdown.has(info) ? 0 : 1);
}

/**
 * Other names of artifacts count only in a fence that is marked as Markdown or encloses the whole answer: in other fences,
 * `# review` may be a comment in code.
 */
const titlesFor = (here: Fence, { info, isWhole }: Fence): Pick<Fence, "titles" | "titleLater"> =>
  markdown.has(info) || isWhole ? { titles: here.names, titleLater: here.nameLater } : here;

/** True if a bare fence closes the wrapper around it. If false, it opens a code block inside the wrapper. */
function closes(here: Fence, wrapper: Fence): boolean {
  if (here.mark.charAt(0) !== wrapper.mark.charAt(0)) return false;
  const { titles, titleLater } = titlesFor(here, wrapper);
  if (titles > 0 || here.isBlank) return true;
  if (!titleLater) return here.bareLater % 2 === 0;
  return wrapper.info === "";
}

/** The fences by line number. Each line is examined once, from the end. */
function findFences(
  lines: readonly AnswerLine[],
  isTitle: (line: string) => boolean,
  isOtherName: (line: string) => boolean,
): Map<number, Fence> {
  const fences = new Map<number, Fence>();
  let first: string | null = null;
  let titles = 0;
  let names = 0;
  let nameLater = false;
  let titleLater = false;
  let bareLater = 0;
  const hasText = ({ text }: AnswerLine) => text.trim() !== "";
  const [start, end] = [lines.findIndex(hasText), lines.findLastIndex(hasText)];
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const text = lines[index]?.text ?? "";
    const [, mark, language = ""] = fence.exec(text) ?? [];
    if (mark === undefined) {
      if (text.trim() === "") continue;
      first = text;
      if (isTitle(text)) titles += 1;
      if (isTitle(text) || isOtherName(text)) names += 1;
      continue;
    }
    const info = language.trim().toLowerCase();
    const opensWithHeading = first !== null && (isTitle(first) || /^ {0,3}#{1,2}[ \t]/.test(first));
    titleLater ||= titles > 0;
    nameLater ||= names > 0;
    const isWhole = index === start && index < end && fences.has(end);
    const here = {
      mark,
      info,
      titles,
      isBlank: first === null,
      opensWithHeading,
      isWhole,
      names,
      nameLater,
      titleLater,
      bareLater,
    };
    fences.set(index, here);
    const isNewWrapper = info !== "" && isWrapper(here);
    if (isNewWrapper) [titleLater, nameLater, bareLater] = [false, false, 0];
    else if (info === "") bareLater += 1;
    else bareLater -= 1; // this fence opens a code block: the block's closing fence was counted before
    [first, titles, names] = [null, 0, 0];
  }
  return fences;
}

const wrapping = "answer|final_answer|final|output|response|result|document|artifact|antartifact|markdown";
const opens = new RegExp(`^[ \\t]*<(?:${wrapping})(?:[ \\t][^<>]{0,300})?>[ \\t]*`, "i");
const closing = new RegExp(`[ \\t]*</(?:${wrapping})>[ \\t]*$`, "i");

/** Removes the tags that some prompts teach models to put around an answer: one on the first line, one on a later line. */
function withoutTags(lines: readonly AnswerLine[]): AnswerLine[] {
  const first = lines.findIndex(({ text }) => text.trim() !== "");
  const opened = lines[first];
  if (!opened || !opens.test(opened.text)) return [...lines];
  const last = lines.findLastIndex(({ text }) => closing.test(text));
  return lines.map((line, index) => {
    const inner = index === first ? line.text.replace(opens, "") : line.text;
    return index === first || index === last
      ? { ...line, text: index === last ? inner.replace(closing, "") : inner }
      : line;
  });
}

/** Removes the quote marks of an answer that is quoted as a whole: from each line, the number of marks that all lines have. */
function withoutQuote(lines: readonly AnswerLine[]): AnswerLine[] {
  const written = lines.filter(({ text }) => text.trim() !== "");
  const depth = written.reduce((least, { text }) => Math.min(least, quoteDepth(text)), Number.POSITIVE_INFINITY);
  if (depth === 0 || depth === Number.POSITIVE_INFINITY) return [...lines];
  return lines.map((line) => ({ ...line, text: withoutMarks(line.text, depth) }));
}

/** Counts without a regular expression: a repeated group would overflow the stack on a line of millions of marks. */
function quoteDepth(text: string): number {
  let depth = 0;
  for (let at = 0; ; depth += 1) {
    let mark = at;
    while (mark - at < 3 && text[mark] === " ") mark += 1;
    if (text[mark] !== ">") return depth;
    at = mark + 1;
  }
}

function withoutMarks(text: string, depth: number): string {
  let at = 0;
  for (let count = 0; count < depth; count += 1) {
    const next = text.indexOf(">", at);
    if (next < 0) return text.slice(at);
    at = next + 1;
  }
  return text.slice(text[at] === " " || text[at] === "\u00a0" ? at + 1 : at);
}
