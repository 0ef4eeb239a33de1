import { familyOf, type ModelNames, modelNames } from "./model-names.ts";

/**
 * What a marked name stands for: a model of the author's family, another model, a model that the request mentions, a part of
 * a display name (“Opus”), a vendor, or a vendor that is also an ordinary word or that the request mentions.
 */
type Kind = "own" | "other" | "requested" | "nickname" | "vendor" | "word";

const letterOf = { own: "o", other: "s", requested: "r", nickname: "n", vendor: "v", word: "w" } as const;

/**
 * Private-use characters, which ordinary text does not contain. If a text contains them, they are marked like names and thus
 * preserved.
 */
const [open, close, introduced] = ["\uE000", "\uE001", "\uE002"];
const markOf = (letters: string): string => `${open}[${letters}]\\d+${close}`;

/** Patterns for marked names in a marked text. */
export const marks = {
  open,
  /** Replaces the name with which a model has introduced itself. */
  introduced,
  own: markOf("o"),
  other: markOf("s"),
  strange: markOf("os"),
  model: markOf("osr"),
  nickname: markOf("n"),
  vendor: markOf("vw"),
  signing: markOf("osrnv"),
  any: markOf("osrnvw"),
};

export type MarkedText = { text: string; restore: (marked: string) => string };

/**
 * Replaces every name of a model or a vendor with a mark, so that the rules of `hide-signatures.ts` and
 * `hide-self-references.ts` need not contain any names. `restore` puts back the names that the rules leave.
 */
export function markNames(
  text: string,
  { models, authors, request }: { models: readonly string[]; authors: readonly string[]; request: string },
): MarkedText {
  const { pattern, signingVendors } = readerOf(models);
  let mentioned: Set<string> | undefined;
  const isRequested = (name: string): boolean => {
    mentioned ??= prefixesOf(request.match(pattern) ?? []);
    return mentioned.has(wordsOf(name));
  };
  const own = new Set(authors.map(familyOf));
  const found: string[] = [];
  const kindOf = (name: string, groups: Record<string, string | undefined>): Kind | null => {
    if (groups.mark !== undefined) return null;
    if (groups.vendor !== undefined)
      return signingVendors.has(name.toLowerCase()) && !isRequested(name) ? "vendor" : "word";
    if (isRequested(name)) return "requested";
    if (groups.nickname !== undefined && !/\d/.test(name)) return "nickname";
    return own.has(familyOf(name)) ? "own" : "other";
  };
  const marked = text.replace(pattern, (name, ...rest) => {
    const kind = kindOf(name, rest.at(-1));
    return `${open}${kind === null ? "x" : letterOf[kind]}${found.push(name) - 1}${close}`;
  });
  const restore = (from: string): string => from.replace(anyMark, (_, index) => found[Number(index)] ?? "");
  const joined = marked.replace(withVendor, (name, ...rest) => {
    const { model = "" } = rest.at(-1) as Record<string, string | undefined>;
    return name === model ? name : `${open}${model.charAt(1)}${found.push(restore(name)) - 1}${close}`;
  });
  const near = joined.replace(
    farFromNames,
    (run) => `${run.slice(0, reach)}${open}x${found.push(run.slice(reach, -reach)) - 1}${close}${run.slice(-reach)}`,
  );
  return { text: near, restore };
}

/**
 * No rule reads farther from a name than this many characters. Long stretches without names are also replaced with marks,
 * so that long lines are read fast.
 */
const reach = 200;
const farFromNames = new RegExp(`[^${open}\\n]{${3 * reach},}`, "g");
const anyMark = new RegExp(`${open}\\w(\\d+)${close}`, "g");

/** A model's name with its vendor is one name: “Anthropic's Claude”, “Claude (Anthropic)”, “Claude by Anthropic”. */
const withVendor = new RegExp(
  `(?:${marks.vendor}['’]s )?(?<model>${marks.model})(?: ?[(](?:by |from )?${marks.any}[)])?(?: (?:by|from|of|von|de) ${marks.vendor})?`,
  "gu",
);

/**
 * Keeps the compiled pattern of a session's models, because the session's documents and claims are read one after another.
 */
const readers = new WeakMap<readonly string[], Reader>();
type Reader = { pattern: RegExp; signingVendors: ReadonlySet<string> };

function readerOf(models: readonly string[]): Reader {
  const known = readers.get(models);
  if (known) return known;
  const names = modelNames(models);
  const reader = { pattern: patternOf(names), signingVendors: names.signingVendors };
  readers.set(models, reader);
  return reader;
}

/** What may separate the words of a name. */
const separator = "[-_. \\u00A0\\u202F\\u2010\\u2011]";
const wordsOf = (name: string): string =>
  name
    .toLowerCase()
    .split(new RegExp(`${separator}+`, "u"))
    .join(" ");

/**
 * Each name in the request, and the shorter names that it begins with: a request for “Claude Opus 5.5” also mentions
 * “Claude”.
 */
const prefixesOf = (names: readonly string[]): Set<string> =>
  new Set(
    names
      .flatMap((name) => [name, name.slice(name.lastIndexOf("/") + 1)])
      .flatMap((name) => {
        const words = wordsOf(name).split(" ");
        return words.map((_, index) => words.slice(0, index + 1).join(" "));
      }),
  );

/** A name does not count inside a word, an address, a path or a file name. */
const before = "(?<![\\p{Script=Latin}\\p{N}]|[\\p{Script=Latin}\\p{N}][-_.@\\u2010\\u2011]|[@#])(?<!\\/(?=\\p{Ll}))";
const after = "(?![\\p{Script=Latin}\\p{M}\\p{N}]|_[\\p{L}\\p{N}]|[-\\u2010\\u2011][\\p{L}\\p{N}]|[./]\\p{Ll})";

function patternOf({ models, nicknames, vendors, editions }: ModelNames): RegExp {
  const words = editions.map(inAnyCase).join("|");
  const capitalised = oneOf(editions.flatMap((word) => [capital(word), word.toUpperCase()]));
  const number = `\\p{L}?\\d{1,8}(?:\\.\\d{1,4}){0,3}\\p{L}{0,2}(?![\\p{L}\\p{N}])`;
  const parts = [
    `(?:${separator}|:)?${number}`,
    `[-_.:\\u2010\\u2011](?:${words})(?![\\p{L}\\p{N}])`,
    `[ \\u00A0\\u202F](?:${capitalised})(?![\\p{L}\\p{N}])`,
  ].join("|");
  return new RegExp(
    [
      `(?<mark>[${open}${close}${introduced}])`,
      `${before}(?<vendor>(?:${patternsOf(vendors, inAnyCase)}))${after}`,
      `${before}(?<model>(?:${patternsOf(models, inAnyCase)})(?:${parts}){0,5})${after}`,
      `${before}(?<nickname>(?:${patternsOf(nicknames.map(capital))})(?:${parts}){0,3})${after}`,
    ].join("|"),
    "gu",
  );
}

/**
 * A pattern for a text in any case. `(?i:…)` would be shorter, but V8 13.6 ignores it in a process that has compiled many
 * patterns (as with `--no-regexp-optimization`): names in a long-running server would no longer be found.
 */
const inAnyCase = (text: string): string =>
  [...text]
    .map((letter) => {
      const cases = [...new Set([letter, letter.toLowerCase(), letter.toUpperCase()])];
      return `(?:${cases.map((one) => RegExp.escape(one)).join("|")})`;
    })
    .join("");

const oneOf = (words: readonly string[]): string => words.map((word) => RegExp.escape(word)).join("|");
const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Longest names first, so that no name is matched only in part. `claude-opus-5-5` also matches “Claude Opus 5.5”. */
const patternsOf = (names: readonly string[], write: (text: string) => string = RegExp.escape): string =>
  names.length === 0
    ? "[]"
    : [...new Set(names)]
        .sort((a, b) => b.length - a.length)
        .map((name) =>
          name
            .split(/[-_. ]/)
            .map((part) => write(part))
            .join(separator),
        )
        .join("|");
