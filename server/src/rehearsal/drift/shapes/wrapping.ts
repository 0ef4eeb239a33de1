import { lines, outsideCode, type Shape, type ShapeGroup } from "./shape.ts";

/** Texts before an answer. */
export const openingShapes: ShapeGroup = [
  { name: "a greeting", apply: (answer) => `Sure! Here is what you asked for.\n\n${answer}` },
  { name: "a greeting and a rule", apply: (answer) => `Below you find my answer.\n\n---\n\n${answer}` },
];

/** Texts after an answer. */
export const closingShapes: ShapeGroup = [
  { name: "an offer to do more", apply: (answer) => `${answer}\nLet me know what else is needed.\n` },
  {
    name: "a rule and a question",
    apply: (answer) => `${answer}\n---\n\nWould you like me to go deeper into one of these?\n`,
  },
];

/** Puts a fence around an answer, unless the answer or its artifacts are in fences already. */
const fenced = (name: string, apply: Shape["apply"]): Shape => ({
  name,
  apply: (answer) => (/^```(?:markdown$|json\n\{\n {2}".*": ["[])/m.test(answer) ? answer : apply(answer)),
});

/** Fences, quote marks and tags around an answer. */
export const wrappingShapes: ShapeGroup = [
  fenced("an outer fence", (answer) => `\`\`\`markdown\n${answer}\`\`\`\n`),
  fenced("an outer fence of tildes", (answer) => `~~~\n${answer}~~~\n`),
  fenced("an outer fence that is never closed", (answer) => `\`\`\`markdown\n${answer}`),
  fenced("an outer fence below a sentence", (answer) => `Here it is:\n\n\`\`\`md\n${answer}\`\`\`\n`),
  { name: "a quote around everything", apply: (answer) => lines(answer, (line) => `> ${line}`) },
  { name: "tags around everything", apply: (answer) => `<answer>\n${answer}</answer>\n` },
];

const thought = "What is asked for here?\n# Claims\n";

export const thinkingShapes: ShapeGroup = [
  { name: "thinking", apply: (answer) => `<think>\n${thought}</think>\n\n${answer}` },
  { name: "thinking on one line", apply: (answer) => `<thinking>What is asked for here?</thinking>${answer}` },
  { name: "thinking in brackets", apply: (answer) => `[THINK]What is asked for here?[/THINK]\n${answer}` },
  { name: "thinking without its opening tag", apply: (answer) => `What is asked for here?\n</think>\n${answer}` },
  {
    name: "thinking in a channel",
    apply: (answer) =>
      `<|channel|>analysis<|message|>What now?<|end|><|start|>assistant<|channel|>final<|message|>${answer}<|return|>`,
  },
  { name: "a token at the end", apply: (answer) => `${answer.trimEnd()}<|im_end|>` },
];

/** Ids, references and bullets written with other characters. */
export const signShapes: ShapeGroup = [
  { name: "ids with narrow hyphens", apply: (answer) => answer.replace(/\bR-(?=\d)/g, "R\u2011") },
  { name: "ids with escapes", apply: (answer) => outsideCode(answer, (line) => line.replace(/\bR-(?=\d)/g, "R\\-")) },
  {
    name: "references in other brackets",
    apply: (answer) => outsideCode(answer, (line) => line.replace(/\[([CDFQ]\d+)\]/g, "【$1】")),
  },
  {
    name: "references in two brackets",
    apply: (answer) => outsideCode(answer, (line) => line.replace(/\[([CDFQ]\d+)\]/g, "[[$1]]")),
  },
  {
    name: "references with escapes",
    apply: (answer) => outsideCode(answer, (line) => line.replace(/\[([CDFQ]\d+)\]/g, "\\[$1\\]")),
  },
  { name: "stars as bullets", apply: (answer) => outsideCode(answer, (line) => line.replace(/^( *)- (?=\S)/, "$1* ")) },
  {
    name: "plus signs as bullets",
    apply: (answer) => outsideCode(answer, (line) => line.replace(/^( *)- (?=\S)/, "$1+ ")),
  },
  {
    name: "wide bullets",
    apply: (answer) =>
      outsideCode(answer, (line) => line.replace(/^( *)- (?=\S)/, "$1-   ").replace(/^( +)(?=-)/, "$1$1")),
  },
  {
    name: "tabs as indentation",
    apply: (answer) =>
      outsideCode(answer, (line) => line.replace(/^ +(?=[-*] )/, (space) => "\t".repeat(space.length / 2))),
  },
];

/** Other line ends, other spaces, and invisible characters. */
export const byteShapes: ShapeGroup = [
  { name: "line ends of Windows", apply: (answer) => answer.replaceAll("\n", "\r\n") },
  { name: "carriage returns", apply: (answer) => answer.replaceAll("\n", "\r") },
  { name: "wide spaces behind marks", apply: (answer) => answer.replace(/^([>#|-]+) /gm, "$1\u00a0") },
  { name: "marks of direction", apply: (answer) => answer.replace(/^(?=[#>|-])/gm, "\u200f") },
  { name: "a byte order mark", apply: (answer) => `\ufeff${answer}` },
];
