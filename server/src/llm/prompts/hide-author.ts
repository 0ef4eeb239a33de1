/**
 * A document's text with nothing in it that tells which model wrote it: critics judge proposals, not colleagues.
 *
 * Taken out: YAML front matter, and lines that sign ("Written by …", "— …"). Masked where they stand: full model ids
 * and names no ordinary text has by chance (`sonnet-4`), unless the request speaks of them itself: then they are what
 * the plan is about. A name that is also a word (`atlas`) is masked only where an author introduces itself, because
 * "MongoDB Atlas" must survive.
 */
export function hideAuthor(input: { text: string; models: readonly string[]; request?: string | undefined }): string {
  const text = withoutFrontMatter(input.text);
  if (input.models.length === 0) return text;
  const names = namesOf(input.models);
  const unsigned = text.replace(signatureOf(names.all), "").replace(introductionOf(names.all), `$1 ${mask}`);
  const mentioned = (input.request ?? "").toLowerCase();
  const telling = names.telling.filter((name) => !mentioned.includes(name.toLowerCase()));
  return telling.length === 0 ? unsigned : unsigned.replace(wordOf(telling), mask);
}

const mask = "the author";

const withoutFrontMatter = (text: string): string =>
  text.replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n)+/, "");

const oneOf = (names: readonly string[]): string => `(?:${names.map((name) => RegExp.escape(name)).join("|")})`;

const signing =
  "(?:(?:this|the) \\w+ (?:was )?)?(?:written|authored|prepared|generated|proposed|drafted|created|produced|signed) by" +
  "|author|model|signed|signature|by|regards";

/** A whole line that says nothing but who wrote this. */
const signatureOf = (names: readonly string[]): RegExp =>
  new RegExp(`^[ \\t>*_]*(?:[–—]|--|(?:${signing})\\b)[ \\t:,*_]*${oneOf(names)}[ \\t*_.!]*$\\r?\\n?`, "gimu");

const introductionOf = (names: readonly string[]): RegExp =>
  new RegExp(`\\b(I am|I'm|I’m|my name is|as(?= \\S+,)) ${oneOf(names)}(?![\\p{L}\\p{N}])`, "giu");

const wordOf = (names: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${oneOf(names)}(?![\\p{L}\\p{N}])`, "giu");

/** Longest first, so that no name is masked by half. */
function namesOf(models: readonly string[]): { all: string[]; telling: string[] } {
  const full = models.filter((model) => model.includes("/"));
  const short = models.map((model) => model.slice(model.lastIndexOf("/") + 1));
  const families = short.flatMap((name) => name.match(/^\p{L}{4,}(?=[-_.\d])/u)?.[0] ?? []);
  const byLength = (names: string[]) => [...new Set(names)].sort((a, b) => b.length - a.length);
  return {
    all: byLength([...full, ...short, ...families]),
    telling: byLength([...full, ...short.filter((name) => name.length > 3 && /[\d_-]/.test(name))]),
  };
}
