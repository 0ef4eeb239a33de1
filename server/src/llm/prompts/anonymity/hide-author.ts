/**
 * Removes everything from a document that reveals which model wrote it, so that critics judge the proposal and not its author.
 *
 * Removed: YAML front matter, lines that only sign ("Written by …", "— Claude (Anthropic)", a name below "Best regards"), and a name
 * behind the title of a proposal ("# Proposal by Claude").
 * Masked: a model where it speaks of itself ("I am …", "As GPT, I …", "I, Atlas, …", "GPT-6 Sol would …", "Claude's view"), by its
 * id, its display name, its family or its vendor.
 * Everywhere else the same words are content ("use gpt-6-sol for summaries", "MongoDB Atlas") and stay, as do models that the
 * request itself mentions.
 */
export function hideAuthor(input: { text: string; models: readonly string[]; request?: string | undefined }): string {
  const text = withoutFrontMatter(input.text);
  if (input.models.length === 0) return text;
  const { who, strange, telling, vendors } = namesOf(input.models, input.request ?? "");
  const unsigned = text
    .replace(closingOf(who, vendors), "")
    .replace(signatureOf(who, vendors), "")
    .replace(titleOf(who), "$1")
    .replace(introductionOf(who), `$1 ${mask}`)
    .replace(appositionOf(who), `I, ${mask},`)
    .replace(makerOf(vendors), "$1 its maker");
  const masked = strange === null ? unsigned : unsigned.replace(possessiveOf(strange), `${mask}’s`);
  return telling === null ? masked : masked.replace(speakerOf(telling), mask);
}

const mask = "the author";

const withoutFrontMatter = (text: string): string =>
  text.replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n)+/, "");

const oneOf = (patterns: readonly string[]): string => `(?:${patterns.join("|")})`;

const signing =
  "(?:(?:this|the) \\w+ (?:was )?)?(?:written|authored|prepared|generated|proposed|drafted|created|produced|signed) (?:by|with|using)" +
  "|(?:erstellt|geschrieben|verfasst|generiert) von|(?:rédigé|écrit|généré) par|(?:escrito|elaborado|generado) por" +
  "|author|model|signed|signature|by|regards";

/** Text that may follow the name in a signature: a date, or a description such as "AI assistant". */
const afterName =
  "(?:,? (?:(?:on )?(?:\\p{L}{3,9} )?\\d[^\\n]{0,20}|(?:an? |your |the )?(?:AI|language|assistant)\\b[^\\n]{0,30}))?";

/** A line that only names the author. */
const signatureOf = (who: string, vendors: string): RegExp =>
  new RegExp(
    `^[ \\t>*_]*(?:[–—🤖]|--|(?:${signing})\\b)[ \\t:,*_]*(?:${who}|${vendors})${afterName}[ \\t*_.!]*$\\r?\\n?`,
    "gimu",
  );

/** A name alone on the line below a closing: "Best regards,\nClaude". */
const closingOf = (who: string, vendors: string): RegExp =>
  new RegExp(
    `^[ \\t>*_]*(?:(?:best|kind|warm) (?:regards|wishes)|regards|sincerely|yours|cheers|thank you|signed)\\b[ \\t,.!*_]*\\r?\\n(?:[ \\t]*\\r?\\n)?[ \\t>*_]*(?:${who}|${vendors})${afterName}[ \\t*_.!]*$\\r?\\n?`,
    "gimu",
  );

const works = "thesis|proposal|plan|review|critique|answer|response|analysis|assessment|draft";

/** "# Proposal by Claude", "Thesis — Gemini 2.5 Pro": the title without the name. */
const titleOf = (who: string): RegExp =>
  new RegExp(
    `^([ \\t>*_]*(?:#{1,6}[ \\t]+[^\\n]{0,60}?)?\\b(?:${works})\\b(?: [A-Z\\d])?)[ \\t*_]*(?:[–—:-]|\\bby\\b|\\bfrom\\b|\\bvon\\b|\\()[ \\t]*${who}\\)?[ \\t*_]*$`,
    "gimu",
  );

const introductionOf = (who: string): RegExp =>
  new RegExp(
    `\\b(I am|I'm|I’m|my name is|ich bin|je suis|soy|note from(?= ${who}:)|this is(?= ${who} (?:speaking|here))|as(?= ${who}(?:,| I\\b))|als(?= ${who},? \\p{L}+ ich\\b)) ${who}(?![\\p{L}\\p{N}])`,
    "giu",
  );

/** "Claude's proposal", but not "Gemini's capsule". */
const possessiveOf = (names: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}/\`-])${names}['’]s(?= (?:own )?(?:${works}|view|take|opinion|recommendation|position|suggestion)(?!\\p{L}))`,
    "giu",
  );

/** "I, Atlas, prefer …". */
const appositionOf = (who: string): RegExp => new RegExp(`\\bI, ${who},`, "giu");

/** "I was trained by Anthropic", "a language model made by OpenAI", "I am the author, a language model from Google". */
const makerOf = (vendors: string): RegExp =>
  new RegExp(
    `\\b((?:I am|I was|I'm|I’m|language model|AI model|AI|assistant|${mask})(?:,? \\w+){0,6},? (?:made|built|trained|developed|created) by|${mask}(?:,? \\w+){0,6},? (?:by|from|of|von|de)) ${vendors}(?![\\p{L}\\p{N}])`,
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
  gemma: ["Google DeepMind", "Google"],
  llama: ["Meta AI", "Meta"],
  mistral: ["Mistral AI", "Mistral"],
  qwen: ["Alibaba Cloud", "Alibaba"],
  grok: ["xAI"],
  deepseek: ["DeepSeek"],
  phi: ["Microsoft"],
  command: ["Cohere"],
  kimi: ["Moonshot AI", "Moonshot"],
  glm: ["Zhipu AI", "Z.ai"],
};

/** Other common names of a model family. */
const brands: Readonly<Record<string, readonly string[]>> = { gpt: ["ChatGPT"] };

/** Words of display names, besides those of the ids: `claude-3-5-sonnet-20241022` calls itself “Claude 3.5 Sonnet”. */
const editions = [
  "pro",
  "flash",
  "mini",
  "nano",
  "turbo",
  "large",
  "medium",
  "small",
  "instruct",
  "preview",
  "thinking",
];

/**
 * Patterns for the names of a session's models. `strange`: names that the request does not mention. `telling`: names that do not
 * occur in ordinary text by chance.
 */
function namesOf(
  models: readonly string[],
  request: string,
): { who: string; strange: string | null; telling: string | null; vendors: string } {
  const mentioned = request.toLowerCase();
  const isStrange = (name: string) => !mentioned.includes(name.toLowerCase());
  const short = models.map((model) => model.slice(model.lastIndexOf("/") + 1));
  const families = short.flatMap((name) => name.match(/^\p{L}{3,}(?=[-_.:\d]|$)/u)?.[0] ?? []);
  const unversioned = short.flatMap((name) => name.match(/^\p{L}{3,}(?:[-_]\p{L}+)+(?=[-_.\d])/u)?.[0] ?? []);
  const hosts = models.flatMap((model) => model.split("/").slice(0, -1));
  const vendors = oneOf(patternsOf([...hosts, ...families.flatMap((name) => makers[name.toLowerCase()] ?? [])]));
  const common = [...families, ...families.flatMap((name) => brands[name.toLowerCase()] ?? [])];
  const ids = models.filter((model) => model.includes("/"));
  const all = oneOf(patternsOf([...ids, ...short, ...unversioned, ...common]));
  const words = oneOf([...new Set([...editions, ...short.flatMap((name) => name.match(/\p{L}{2,}/gu) ?? [])])]);
  const part = `[-_. :](?:v?\\d+(?:\\.\\d+){0,3}\\p{L}{0,2}(?![\\p{L}\\p{N}])|${words}(?![\\p{L}\\p{N}]))`;
  const strange = [...short, ...common].filter((name) => name.length > 3 && isStrange(name));
  const telling = [...ids, ...short.filter((name) => /[\d_-]/.test(name))].filter(
    (name) => name.length > 3 && isStrange(name),
  );
  // A family with a version: “Gemini 2.5 Pro”, not “Gemini”.
  const versioned = families.filter((name) => isStrange(name) && short.every((one) => one !== name));
  const versions =
    versioned.length === 0 ? [] : [`${oneOf(patternsOf(versioned))}(?=(?:${part}){0,2}[-_. :]v?\\d)(?:${part}){1,5}`];
  const tellingOnes = [...patternsOf(telling), ...versions];
  return {
    who: `(?:${vendors}(?:['’]s)? )?${all}(?:${part}){0,5}(?:[ ,]{0,2}\\(?(?:by |from |of |von )?${vendors}\\)?)?`,
    strange: strange.length === 0 ? null : `${oneOf(patternsOf(strange))}(?:${part}){0,5}`,
    telling: tellingOnes.length === 0 ? null : oneOf(tellingOnes),
    vendors,
  };
}

/** Longest first, so that no name is masked only partly. `claude-opus-5-5` is also written “Claude Opus 5.5”. */
const patternsOf = (names: readonly string[]): string[] =>
  [...new Set(names)]
    .sort((a, b) => b.length - a.length)
    .map((name) => RegExp.escape(name).replace(/\\x2d|\\-|_|\\\.|\\x20| /g, "[-_. ]"));
