/**
 * Removes everything from a document that reveals which model wrote it, so that critics judge the proposal and not its author.
 *
 * Removed: YAML front matter, and lines that only sign ("Written by …", "— Claude (Anthropic)", a name below "Best regards").
 * Masked: a model where it speaks of itself ("I am …", "As GPT, I …", "I, Atlas, …", "GPT-6 Sol would …"), by its id, its
 * display name, its family or its vendor.
 * Everywhere else the same words are content ("use gpt-6-sol for summaries", "MongoDB Atlas") and stay, as do models that the
 * request itself mentions.
 */
export function hideAuthor(input: { text: string; models: readonly string[]; request?: string | undefined }): string {
  const text = withoutFrontMatter(input.text);
  if (input.models.length === 0) return text;
  const { who, telling, vendors } = namesOf(input.models, input.request ?? "");
  const unsigned = text
    .replace(closingOf(who, vendors), "")
    .replace(signatureOf(who, vendors), "")
    .replace(introductionOf(who), `$1 ${mask}`)
    .replace(appositionOf(who), `I, ${mask},`)
    .replace(makerOf(vendors), "$1 its maker");
  return telling === null ? unsigned : unsigned.replace(speakerOf(telling), mask);
}

const mask = "the author";

const withoutFrontMatter = (text: string): string =>
  text.replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n)+/, "");

const oneOf = (patterns: readonly string[]): string => `(?:${patterns.join("|")})`;

const signing =
  "(?:(?:this|the) \\w+ (?:was )?)?(?:written|authored|prepared|generated|proposed|drafted|created|produced|signed) by" +
  "|author|model|signed|signature|by|regards";

/** Text that may follow the name in a signature: a date, or a description such as "AI assistant". */
const afterName =
  "(?:,? (?:(?:on )?(?:\\p{L}{3,9} )?\\d[^\\n]{0,20}|(?:an? |your |the )?(?:AI|language|assistant)\\b[^\\n]{0,30}))?";

/** A line that only names the author. */
const signatureOf = (who: string, vendors: string): RegExp =>
  new RegExp(
    `^[ \\t>*_]*(?:[–—]|--|(?:${signing})\\b)[ \\t:,*_]*(?:${who}|${vendors})${afterName}[ \\t*_.!]*$\\r?\\n?`,
    "gimu",
  );

/** A name alone on the line below a closing: "Best regards,\nClaude". */
const closingOf = (who: string, vendors: string): RegExp =>
  new RegExp(
    `^[ \\t>*_]*(?:(?:best|kind|warm) (?:regards|wishes)|regards|sincerely|yours|cheers|thank you)\\b[ \\t,.!*_]*\\r?\\n(?:[ \\t]*\\r?\\n)?[ \\t>*_]*(?:${who}|${vendors})${afterName}[ \\t*_.!]*$\\r?\\n?`,
    "gimu",
  );

const introductionOf = (who: string): RegExp =>
  new RegExp(`\\b(I am|I'm|I’m|my name is|as(?= ${who},)) ${who}(?![\\p{L}\\p{N}])`, "giu");

/** "I, Atlas, prefer …". */
const appositionOf = (who: string): RegExp => new RegExp(`\\bI, ${who},`, "giu");

/** "I was trained by Anthropic", "a language model made by OpenAI". */
const makerOf = (vendors: string): RegExp =>
  new RegExp(
    `\\b((?:I am|I was|I'm|I’m|language model|AI model|assistant)(?:,? \\w+){0,6},? (?:made|built|trained|developed|created) by) ${vendors}(?![\\p{L}\\p{N}])`,
    "giu",
  );

const speaking =
  "would|will|could|should|proposes?|proposed|says?|said|suggests?|suggested|recommends?|recommended|believes?|thinks?|argues?|prefers?|wrote|writes";

/** A name before "would", "says" or "proposes" is the speaker's; a name in "use …" or similar is content. */
const speakerOf = (names: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}/\`-])${names}(?=,? (?:${speaking})(?![\\p{L}\\p{N}]))`, "giu");

const makers: Readonly<Record<string, readonly string[]>> = {
  claude: ["Anthropic"],
  gpt: ["OpenAI"],
  gemini: ["Google DeepMind", "Google"],
  llama: ["Meta AI", "Meta"],
  mistral: ["Mistral AI", "Mistral"],
  qwen: ["Alibaba Cloud", "Alibaba"],
  grok: ["xAI"],
  deepseek: ["DeepSeek"],
};

/** Other common names of a model family. */
const brands: Readonly<Record<string, readonly string[]>> = { gpt: ["ChatGPT"] };

/**
 * Patterns for the names of a session's models. `telling` matches only names that do not occur in ordinary text by chance.
 */
function namesOf(models: readonly string[], request: string): { who: string; telling: string | null; vendors: string } {
  const short = models.map((model) => model.slice(model.lastIndexOf("/") + 1));
  const families = short.flatMap((name) => name.match(/^\p{L}{3,}(?=[-_.\d])/u)?.[0] ?? []);
  const unversioned = short.flatMap((name) => name.match(/^\p{L}{3,}(?:[-_]\p{L}+)+(?=[-_.\d])/u)?.[0] ?? []);
  const providers = models.flatMap((model) => model.match(/^[^/]+(?=\/)/)?.[0] ?? []);
  const vendors = oneOf(patternsOf([...providers, ...families.flatMap((name) => makers[name.toLowerCase()] ?? [])]));
  const all = oneOf(
    patternsOf([
      ...models.filter((model) => model.includes("/")),
      ...short,
      ...unversioned,
      ...families,
      ...families.flatMap((name) => brands[name.toLowerCase()] ?? []),
    ]),
  );
  const mentioned = request.toLowerCase();
  const telling = [
    ...models.filter((model) => model.includes("/")),
    ...short.filter((name) => /[\d_-]/.test(name)),
  ].filter((name) => name.length > 3 && !mentioned.includes(name.toLowerCase()));
  return {
    who: `(?:${vendors}(?:['’]s)? )?${all}(?:[ ,]{0,2}\\(?(?:by |from |of )?${vendors}\\)?)?`,
    telling: telling.length === 0 ? null : oneOf(patternsOf(telling)),
    vendors,
  };
}

/** Longest first, so that no name is masked only partly. `claude-opus-5-5` is also written “Claude Opus 5.5”. */
const patternsOf = (names: readonly string[]): string[] =>
  [...new Set(names)]
    .sort((a, b) => b.length - a.length)
    .map((name) => RegExp.escape(name).replace(/\\x2d|\\-|_|\\\.|\\x20| /g, "[-_. ]"));
