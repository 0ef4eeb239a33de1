const thought = /^\s*<(think|thinking|thought|reasoning)>[\s\S]*?<\/\1>[ \t]*\n*/i;
const ellipsis = /^\s*(?:\.{3}|…)[ \t]*\n*/;
const fenced = /^\s*(`{3,}|~{3,})[ \t]*(?:markdown|md)[ \t]*\n/i;

/** Sentences that speak of the answer itself, never of its subject. */
const leadIns = [
  /^(?:sure|certainly|of course|okay|ok|alright|understood)\b.*\b(?:continu\w*|rest|remain\w*|resum\w*|left off|cut off)\b/i,
  /^(?:here|below)\b.*\b(?:continuation|continued|continuing|rest of|remainder|remaining)\b.*:$/i,
  /^(?:continuing|continued|resuming|picking up)(?: (?:from|with|where|at|the (?:document|answer|table|list|text|output|response))\b.*)?[:…]$/i,
  /^(?:continuing|continued|resuming|picking up)\b.*\b(?:left off|stopped|was cut off)\b/i,
  /^(?:continuation|continuing|continued|cont['’.]?d|fortsetzung|suite|continuación|продолжение|继续|续|המשך)[:：.…]?$/iu,
];
const longestLeadIn = 160;

/**
 * The start of a further chunk that belongs to the conversation and not to the document: "Continuing from where I left off:", dots, a
 * code fence around the chunk. Thinking comes back separately, because it is kept.
 */
export function takeLeadIn(text: string): { text: string; thinking: string } {
  const thinking = thought.exec(text)?.[0] ?? "";
  const said = withoutSentence(text.slice(thinking.length));
  return { text: withoutSentence(withoutFence(said)).replace(ellipsis, ""), thinking: thinking.trim() };
}

function withoutSentence(text: string): string {
  const start = text.search(/\S/);
  const end = text.indexOf("\n", start);
  if (start < 0 || end < 0 || end - start > longestLeadIn) return text;
  return isLeadIn(text.slice(start, end).trim()) ? text.slice(end).replace(/^\n+/, "") : text;
}

function isLeadIn(line: string): boolean {
  if (/^(?:#|\||[-*+] |\d+[.)] |>)/.test(line)) return false;
  const plain = line
    .replace(/^[([*_\s]+/, "")
    .replace(/[)\]*_]+$/, "")
    .trim();
  return leadIns.some((one) => one.test(plain));
}

/** The chunk without a fence around all of it. */
function withoutFence(text: string): string {
  const [opening = "", mark = ""] = fenced.exec(text) ?? [];
  if (opening === "") return text;
  const rest = text.slice(opening.length);
  const fences = rest.match(/^ {0,3}(?:`{3,}|~{3,})/gm)?.length ?? 0;
  const closing = new RegExp(`\\n {0,3}${mark}\\s*$`);
  return fences % 2 === 1 && closing.test(rest) ? rest.replace(closing, "\n") : fences === 0 ? rest : text;
}
