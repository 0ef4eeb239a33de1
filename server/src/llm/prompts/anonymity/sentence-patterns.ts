import { marks } from "./mark-names.ts";

/** Words for what a model writes: `N's proposal` refers to the author, `N's price` does not. */
export const works =
  "thesis|proposal|plan|review|critique|answer|response|analysis|assessment|draft|document|text|report|business case|(?:feature )?specification|(?:technical )?approach|success metrics|feasibility|risk register|dependency map|scorecard|requirements|architecture|recommendation|(?:executive )?summary|vorschlag|proposition|propuesta|proposta|voorstel|предложение|提案";

/** The position after a bullet, a quote mark or other markup at the start of a line, or after punctuation. */
const startAfter = (punctuation: string) => `(?<=^[\\s>*_#+-]{0,20}|[${punctuation}][)*_]{0,3}\\s{1,3}|[。！？，；]`;
const starts = {
  sentence: `${startAfter(".!?:")})`,
  clause: `${startAfter(".!?:;,—–(")}|(?:^|[.,;] )(?:and|but|so|well|und|et|y|e|и) )`,
};

const emphasis = "[*_]{0,3}";
const letter = "[\\p{L}\\p{M}\\p{N}]";
/** A gap within a sentence. It stops at a name, so that a template replaces only the names that it contains. */
const gap = `[^.!?。！？\\n${marks.open}]{0,60}?`;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Compiles templates, as described in `languages.ts`, into one regular expression. N matches `name`; ^ matches the start of
 * a sentence or clause, as `start` says.
 */
export const compile = (
  templates: readonly string[],
  { name = marks.model, start = "clause" }: { name?: string; start?: keyof typeof starts } = {},
): RegExp => new RegExp(templates.map((template) => sourceOf(template, name, start)).join("|"), "gimu");

function sourceOf(template: string, name: string, start: keyof typeof starts): string {
  const body = template
    .replace(/^\^/, "")
    .replaceAll("'", "['’]")
    .replaceAll("…", gap)
    .replaceAll("~", "\\p{L}{1,20}")
    .replace(/(?<!\[)\((?!\?)/g, "(?:")
    .replace(/(?<!\[[^\]]*) /g, "[ \\u00A0]")
    .replaceAll("WORK", `(?:${works})`)
    .replace(/(?<!\w)N(?!\w)(\[['’]+\]s)?/g, (_, own = "(?!['’]s)") => `${emphasis}${name}${emphasis}${own}`)
    .replace(/(?<!\w)V(?!\w)/g, `${emphasis}${marks.any}${emphasis}(?-i:(?! \\p{Lu}\\p{Ll}))`);
  const bounded = unspaced.test(template) ? body : `(?<!${letter})(?:${body})(?!${letter})`;
  return template.startsWith("^") ? starts[start] + bounded : bounded;
}
