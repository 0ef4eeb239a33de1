import { codeLines } from "./code-lines.ts";
import { ofAllLanguages } from "./languages.ts";
import { marks } from "./mark-names.ts";
import { compile } from "./sentence-patterns.ts";

const author = "the author";

/**
 * Replaces the names by which a model refers to itself. In a sentence that can only be about the author (“I am N”, “As N,
 * I …”), the name is always replaced. A sentence in the third person (“N suggests three wines”) may be about a product
 * instead. The author's name in it is replaced only if the text says nothing else about N. A product cannot have an
 * opinion, so in a sentence such as “N would wait” the author's name is also replaced if the author signed the text or
 * refers to itself elsewhere in the text (decision 112).
 */
export function hideSelfReferences(text: string, signed: boolean): string {
  const lines = text.split("\n");
  const code = codeLines(lines);
  const hasName = (line: string, index: number) => line.includes(marks.open) && !code[index];
  const left = lines.map((line, index) =>
    hasName(line, index) ? hideCertain(line, [lines[index - 1], lines[index + 1]]) : line,
  );
  const isAbout = left.some(
    (line) => ownMark.test(line) && ownMark.test(line.replace(opinions, "").replace(suggestions, "")),
  );
  const hasSpoken = signed || left.some((line, index) => line !== lines[index]);
  const hideOpinions = (line: string): string => {
    const opined = isAbout && !hasSpoken ? line : mask(line, opinions);
    return isAbout ? opined : mask(opined, suggestions);
  };
  return left
    .map((line, index) => (hasName(line, index) ? hideOpinions(line) : line))
    .join("\n")
    .replaceAll(marks.introduced, author);
}

/** Replaces the names in sentences that can only be about the author. */
function hideCertain(line: string, neighbours: readonly (string | undefined)[]): string {
  const isTranscript = neighbours.some((one) => one !== undefined && transcript.test(one));
  const spoken = isTranscript ? line : mask(line, speeches);
  const introducing = inOwnWords(spoken, introductions, (found) => toMaker(found.replace(anyModel, marks.introduced)));
  const made = introducing.replace(madeBehind, toMaker);
  return inOwnWords(mask(mask(made, roles), credits), makers, toMaker);
}

const mask = (text: string, pattern: RegExp): string =>
  inOwnWords(text, pattern, (found) => toMaker(found.replace(possessive, `${author}’s`).replace(anyModel, author)));

/** Replaces only matches outside quotation marks: in `the chatbot says “I am N”`, the name is content. */
function inOwnWords(text: string, pattern: RegExp, replace: (found: string) => string): string {
  return text.replace(pattern, (found, ...rest) => {
    const at = Number(rest.at(-2));
    const isQuoted = /[“„«「"][^”»」"\n]*$/u.test(text.slice(Math.max(0, at - 40), at));
    return isQuoted ? found : replace(found);
  });
}

/** “As an Anthropic model” → “As an AI model”, “trained by OpenAI” → “trained by its maker”. */
function toMaker(found: string): string {
  if (!found.includes(marks.open)) return found;
  const maker = /(?<!\p{L})(?:my|me|I was)(?!\p{L})/iu.test(found) ? "my maker" : "its maker";
  return found
    .replace(vendorModel, (_, article: string = "", rest: string) =>
      /^l/i.test(rest) ? `${article && "a "}${rest}` : `${article && "an "}${/^AI/.test(rest) ? "" : "AI "}${rest}`,
    )
    .replace(makersAt, "")
    .replace(anyPossessive, `${maker}’s`)
    .replace(anyName, maker);
}

/** A model's name with the words that belong to it: “a N model” as a whole becomes “the author”. */
const anyModel = new RegExp(`(?:(?<!\\p{L})an? (?:instance of )?)?${marks.model}(?: model(?!\\p{L}))?`, "giu");
const anyName = new RegExp(marks.any, "gu");
const ownMark = new RegExp(marks.own, "u");
const possessive = new RegExp(`${marks.model}['’]s`, "gu");
const anyPossessive = new RegExp(`${marks.any}['’]s`, "gu");
const vendorModel = new RegExp(
  `(?<!\\p{L})(an? )?${marks.any} (AI(?: (?:model|assistant|LLM))?|(?:large )?(?:language )?(?:model|assistant|LLM))(?!\\p{L})`,
  "giu",
);
/** Removed, because “my creators at V” makes sense without “at V”. */
const makersAt = new RegExp(`(?<=my (?:makers|developers|creators|trainers)) (?:at|from) ${marks.any}`, "giu");

const introductions = compile(ofAllLanguages("introductions"));
const roles = compile(ofAllLanguages("roles"));
const makers = compile(ofAllLanguages("makers"));
const credits = compile(ofAllLanguages("credits"), { name: marks.strange });
const opinions = compile(ofAllLanguages("opinions"), { name: marks.own, start: "sentence" });
const suggestions = compile(ofAllLanguages("suggestions"), { name: marks.own, start: "sentence" });

/** The rest of a clause in which a model has introduced itself. */
const clause = `(?:(?! (?:and|that|who|which|und|et|y|e|en|и|och) )[^.!?。\\n${marks.open}]){0,40}?`;
const madeBehind = new RegExp(
  `(?<=${marks.introduced}${clause})(?:(?<!\\p{L})(?:${ofAllLanguages("madeBy").join("|")}) ?${marks.any}|, ${marks.vendor}['’]s)`,
  "giu",
);

/** Speech such as “N: I suggest …”. The name stays if a line next to it shows that the text is a conversation. */
const speeches = new RegExp(
  `(?<=^[\\s>*_-]{0,20})${marks.strange}(?=[*_]{0,3}[:：][*_]{0,3}[^\\n]{0,80}?(?<!\\p{L})(?:${ofAllLanguages("firstPerson").join("|")})(?![\\p{L}/]))`,
  "iu",
);
const transcript = /^[\s>*_-]{0,20}\p{L}[\p{L} ]{0,20}[*_]{0,3}:/u;
