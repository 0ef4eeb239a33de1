import type { Span } from "./answer-line.ts";

/** Tags around a model's thinking, for providers that do not separate it from the answer. */
const names = ["think", "thinking", "thought", "thoughts", "reasoning", "scratchpad", "reflection", "seed:think"];
/** Tokens of the chat template that begin and end thinking, for model servers that do not remove them. */
const channels: readonly (readonly [start: string, end: string])[] = [
  ["<|channel|>analysis<|message|>", "<|end|>"],
  ["<|channel|>commentary<|message|>", "<|end|>"],
  ["<|start_thinking|>", "<|end_thinking|>"],
  ["<|begin_of_thought|>", "<|end_of_thought|>"],
];
const open = new RegExp(
  `^[ \\t\ufeff]*(?:<(${names.join("|")})(?:[ \\t][^<>\\n]{0,100})?>|\\[(THINK)\\]|◁(think)▷)|^ {0,3}(\`{3,}|~{3,}(?!~))[^\`\\n]*$|(?:^[ \\t\ufeff]*(?:<\\|start\\|>assistant)?|(?<=<\\|end\\|>)<\\|start\\|>assistant)(${channels.map(([start]) => RegExp.escape(start)).join("|")})`,
  "gimu",
);
/** A closing tag without its opening one, at the start of a line: some chat templates write the opening tag themselves. */
const loneClose = new RegExp(
  `^[ \\t\ufeff]*(?:</(?:${names.join("|")})>|\\[/THINK\\]|◁/think▷)[ \\t]*(?=\\S|$)`,
  "imu",
);

/**
 * Separates an answer from the thinking in the same text. Thinking whose end is not marked ends before the first line that
 * names an expected artifact, or else at the end of the text.
 */
export function takeThinking(raw: string, isTitle: (line: string) => boolean): { kept: Span[]; thinking: Span[] } {
  const thinking: Span[] = [];
  let from = closedBefore(raw);
  if (from > 0) thinking.push({ start: 0, end: from });
  const neverClosed = new Set<string>();
  for (let block = nextBlock(raw, from); block !== null; block = nextBlock(raw, from)) {
    const end = neverClosed.has(block.close) ? -1 : indexOfTag(raw, block.close, block.start);
    if (end < 0) neverClosed.add(block.close);
    from = end < 0 ? firstTitle(raw, block.start, isTitle) : end;
    thinking.push({ start: block.start, end: from });
  }
  return { kept: gapsBetween(thinking, raw.length), thinking };
}

/** The lines that command-line tools such as Ollama's print before and after thinking. */
const dotsOpen = /^[\s\ufeff]*Thinking(?:\.{3}|…)[ \t]*(?=[\r\n])/iu;
const dotsClose = /^[ \t]*(?:\.{3}|…)[ \t]?done thinking\.?[ \t]*$/imu;

function closedBefore(raw: string): number {
  const dots = dotsOpen.test(raw.slice(0, 1_000)) ? dotsClose.exec(raw) : null;
  if (dots) return dots.index + dots[0].length;
  const close = loneClose.exec(raw);
  if (!close) return 0;
  const before = raw.slice(0, close.index);
  const end = close.index + close[0].length;
  const wasOpened =
    names.some((name) => new RegExp(`<${name}[ >]`, "i").test(before)) || /\[THINK\]|◁think▷/i.test(before);
  return wasOpened || raw.slice(end).trim() === "" ? 0 : end;
}

/** The next opening tag at the start of a line outside fenced code. */
function nextBlock(raw: string, from: number): { start: number; close: string } | null {
  let fence: string | null = null;
  open.lastIndex = from;
  for (let match = open.exec(raw); match !== null; match = open.exec(raw)) {
    const [line, tag, bracket, triangle, mark, channel] = match;
    if (mark !== undefined) {
      if (fence === null) fence = mark;
      else if (mark.startsWith(fence) && line.trim() === mark) fence = null;
    } else if (fence === null) {
      if (channel !== undefined) {
        return { start: match.index, close: channels.find(([name]) => name === channel.toLowerCase())?.[1] ?? "" };
      }
      const start = match.index + (line.length - line.trimStart().length);
      if (tag !== undefined) return { start, close: `</${tag.toLowerCase()}>` };
      return { start, close: bracket ? "[/think]" : triangle ? "◁/think▷" : "" };
    }
  }
  return null;
}

/** The position after the next occurrence of the tag, in upper or lower case; -1 if there is none. */
function indexOfTag(raw: string, tag: string, from: number): number {
  const close = new RegExp(RegExp.escape(tag), "gi");
  close.lastIndex = from;
  const match = close.exec(raw);
  return match ? match.index + match[0].length : -1;
}

const token = "<[|｜][^<>|｜\\s]{1,40}[|｜]>|(?<!<s>[^<>]{0,200})</s>|<(?:end|start)_of_turn>";
const tokensBefore = new RegExp(`^\\s*(?:(?:${token})(?:assistant|final|model)?\\s*){1,20}`, "iu");
const tokensAfter = new RegExp(`(?:(?:${token})(?:assistant|final|model)?\\s{0,20}){1,20}$`, "iu");

/** Removes the tokens of the chat template around an answer that some model servers leave there: `…<|im_end|>`. */
export function withoutTokens(raw: string, { start, end }: Span): Span {
  const [before = ""] = tokensBefore.exec(raw.slice(start, Math.min(end, start + 400))) ?? [];
  const from = start + before.length;
  const tail = raw.slice(Math.max(from, end - 400), end);
  const [after = ""] = tokensAfter.exec(tail.trimEnd()) ?? [];
  return after === ""
    ? { start: from, end }
    : { start: from, end: end - (tail.length - tail.trimEnd().length) - after.length };
}

function firstTitle(raw: string, from: number, isTitle: (line: string) => boolean): number {
  const line = /[^\r\n]+/g;
  line.lastIndex = from;
  for (let match = line.exec(raw); match !== null; match = line.exec(raw)) {
    if (match.index > from && isTitle(match[0])) return match.index;
  }
  return raw.length;
}

function gapsBetween(spans: readonly Span[], end: number): Span[] {
  const edges = [0, ...spans.flatMap((span) => [span.start, span.end]), end];
  const gaps: Span[] = [];
  for (let index = 0; index < edges.length; index += 2) {
    const gap = { start: edges[index] ?? 0, end: edges[index + 1] ?? end };
    if (gap.end > gap.start) gaps.push(gap);
  }
  return gaps;
}
