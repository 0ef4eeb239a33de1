/** Texts that are slow to parse: runs of one mark, marks that are never closed, deep nesting, extremely long lines. */
const pieces: Readonly<Record<string, string>> = {
  "closing brackets": "]",
  "opening brackets": "[",
  "links without an end": "[a](",
  "images without an end": "![",
  "emphasis that never closes": "*a_ ",
  "emphasis inside emphasis": "*a**a",
  "setext headings": "a\n=\n",
  "ATX headings": "# a\n",
  "number signs": "#",
  "quote marks": ">",
  "quoted lines": "> a\n",
  "bullets on one line": "- ",
  "list items": "- a\n",
  "numbered items": "1. a\n",
  "open boxes": "- [ ] a\n",
  bars: "|",
  "table rows": "|a|b\n",
  tables: "|a|b|\n|-|-|\n|c|d|\n",
  backticks: "`",
  "code fences": "```\n",
  tildes: "~",
  "angle brackets": "<",
  "comments without an end": "<!--",
  "HTML blocks": "<div>\n",
  entities: "&amp;",
  backslashes: "\\",
  parentheses: "(",
  underscores: "_",
  rules: "---\n",
  dashes: "-",
  spaces: " ",
  "spaces before a dash": "a   - ",
  tabs: "\t",
  "line feeds": "\n",
  "carriage returns": "\r",
  "one letter": "a",
  "letters and digits": "a1",
  digits: "1",
  "digits and dots": "1.",
  emoji: "😀",
  "combining marks": "e\u0301",
  "lone surrogates": "\ud800",
  "full stops": ".",
  sentences: "It is. ",
  questions: "? ",
  claims: "- [C1] a\n",
  "claim ids": "C1, ",
  references: "[C1][D2]",
  milestones: "## M1 a\n- Depends on: M1\n",
  "work nodes": "### W1.1 a\n- [ ] b\n",
  signatures: "written by a ",
  quotes: "\"a'b",
  "closing tags": "</think>",
  "nested JSON": '{"a":[',
};

/**
 * Each text consists of `mark`, many repetitions of `run`, and `end`. Regular expressions with two adjacent repetitions
 * take quadratic time on these texts.
 */
const runs: Readonly<Record<string, [mark: string, run: string, end: string]>> = {
  "line feeds in a code fence": ["```json", "\n", "x"],
  "spaces behind a code fence": ["```", " ", "x"],
  "spaces before a backtick": ["```", " ", "`"],
  "tildes before a backtick": ["~~~", "~", "`"],
  "line feeds in front matter": ["---\n", "\n", "x"],
  "spaces in a heading": ["# a", " ", "x"],
  "spaces in a table row": ["| a", " ", "x"],
  "spaces behind an open box": ["- [ ] M1", " ", "x"],
  "spaces behind a claim": ["- [C1]", " ", "x"],
  "spaces behind a label": ["- Depends on:", " ", "x"],
};

/** One text of about `length` characters for every hostile class, with the name of the class. */
export function hostileTexts(length: number): { name: string; text: string }[] {
  const nested = Array.from({ length: Math.floor(Math.sqrt(2 * length)) }, (_, depth) => `${" ".repeat(depth)}- a\n`);
  return [
    ...Object.entries(pieces).map(([name, piece]) => ({ name, text: piece.repeat(Math.ceil(length / piece.length)) })),
    ...Object.entries(runs).map(([name, [mark, run, end]]) => ({ name, text: mark + run.repeat(length) + end })),
    { name: "lists inside lists", text: nested.join("") },
    { name: "quotes inside quotes", text: `${"> ".repeat(length / 2)}a` },
    { name: "one long line after a heading", text: `# Claims\n${"word ".repeat(length / 5)}` },
  ];
}

/**
 * The sizes of the two texts compared. They differ by a factor of four, so the time grows by about 4 if it is linear, and by
 * 16 if it is quadratic.
 */
const usualSizes = { small: 50_000, large: 200_000 };
const mostGrowth = 9;
/** Measurements below this are not judged, because they consist mostly of compilation and garbage collection. */
const fastEnoughMs = 60;
const leastMs = 3;
const attempts = 5;

/** The hostile classes on which `read` throws or takes more than linear time, each with its measurements. */
export function findSlowClasses(read: (text: string) => unknown, textsOf = hostileTexts, sizes = usualSizes): string[] {
  const small = new Map(textsOf(sizes.small).map(({ name, text }) => [name, text]));
  return textsOf(sizes.large).flatMap(({ name, text }) => {
    const slow = measureGrowth(read, small.get(name) ?? "", text);
    return slow === null ? [] : [`${name}: ${slow}`];
  });
}

function measureGrowth(read: (text: string) => unknown, small: string, large: string): string | null {
  let growth = Number.POSITIVE_INFINITY;
  // Other work on the machine can only make a measurement longer, so one good measurement is enough.
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      const ms = cpuMs(read, large);
      if (ms < fastEnoughMs) return null;
      growth = Math.min(growth, ms / Math.max(cpuMs(read, small), leastMs));
    } catch (thrown) {
      return `throws ${String(thrown)}`;
    }
    if (growth <= mostGrowth) return null;
  }
  return `takes ${growth.toFixed(1)} times as long for four times the text`;
}

/** The processor time of this thread, which does not count the time that other processes take. */
function cpuMs(read: (text: string) => unknown, text: string): number {
  const before = process.threadCpuUsage();
  read(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
