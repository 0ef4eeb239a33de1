import { speaksOfAnswer } from "./lead-in-words.ts";

const thought = /^\s*<(think|thinking|thought|reasoning)>[\s\S]*?<\/\1>[ \t]*\n*/i;
const ellipsis = /^\s*(?:\.{3}|…)[ \t]*\n*/;
const fenced = /^\s*(`{3,}|~{3,})[ \t]*(?:markdown|md)[ \t]*\n/i;

const longestLeadIn = 160;
/** A model may apologise on one line and announce the rest on the next. */
const mostLines = 3;

/**
 * Removes from the start of a continuation what belongs to the conversation and not to the document: lines such as
 * "Continuing from where I left off:", dots, a code fence around the chunk. Returns thinking separately; the caller appends
 * it to the document.
 */
export function takeLeadIn(text: string): { text: string; thinking: string } {
  const thinking = thought.exec(text)?.[0] ?? "";
  const said = withoutSentences(text.slice(thinking.length));
  return { text: withoutSentences(withoutFence(said)).replace(ellipsis, ""), thinking: thinking.trim() };
}

function withoutSentences(text: string): string {
  let rest = text;
  for (let line = 0; line < mostLines; line++) {
    const start = rest.search(/\S/);
    const end = rest.indexOf("\n", start);
    if (start < 0 || end < 0 || end - start > longestLeadIn || !isLeadIn(rest.slice(start, end).trim())) break;
    rest = rest.slice(end).replace(/^\n+/, "");
  }
  return rest;
}

function isLeadIn(line: string): boolean {
  if (/^(?:#|\||[-*+] |\d+[.)] |>)/.test(line)) return false;
  const plain = line
    .replace(/^[([*_\s]+/, "")
    .replace(/[)\]*_]+$/, "")
    .trim();
  return speaksOfAnswer(plain);
}

/** Removes a Markdown code fence around the whole chunk, even if the closing fence is missing. */
function withoutFence(text: string): string {
  const [opening = "", mark = ""] = fenced.exec(text) ?? [];
  if (opening === "") return text;
  const rest = text.slice(opening.length);
  const fences = rest.match(/^ {0,3}(?:`{3,}|~{3,})/gm)?.length ?? 0;
  const closing = new RegExp(`\\n {0,3}${mark}\\s*$`);
  return fences % 2 === 1 && closing.test(rest) ? rest.replace(closing, "\n") : fences === 0 ? rest : text;
}
