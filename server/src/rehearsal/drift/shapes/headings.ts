import { languages } from "./languages.ts";
import { asJson, deeper, lines, type Shape, type ShapeGroup } from "./shape.ts";

/** Rewrites the heading of each artifact. */
const titled = (name: string, write: (title: string, index: number) => string): Shape => ({
  name: `titles ${name}`,
  apply: (answer) => {
    let index = 0;
    return lines(answer, (line) => (/^# /.test(line) ? write(line.slice(2), index++) : line));
  },
});

/** Replaces the heading of each artifact with an opening text, and adds a closing text below the artifact. */
const enclosed = (name: string, open: (title: string) => string, close: (title: string) => string): Shape => ({
  name,
  apply: (answer) =>
    answer
      .split(/^(?=# )/m)
      .map((part) => {
        const [, title, body = ""] = /^# (.*)\n([\s\S]*)$/.exec(part) ?? [];
        return title === undefined ? part : `${open(title)}\n${body.trimEnd()}\n\n${close(title)}\n\n`;
      })
      .join(""),
});

const roman = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"];
const tagOf = (title: string): string =>
  title
    .replace(/ \(.*$/, "")
    .toLowerCase()
    .replaceAll(/[ -]/g, "_");
const inTitleCase = (title: string): string => title.replace(/\b\p{L}/gu, (letter) => letter.toUpperCase());

export const headingShapes: ShapeGroup = [
  { name: "titles of level 2", apply: (answer) => deeper(answer, 1) },
  { name: "titles of level 3", apply: (answer) => deeper(answer, 2) },
  { name: "a title above", apply: (answer) => `# The plan\n\n${deeper(answer, 1)}` },
  titled("in bold", (title) => `**${title}**`),
  titled("in bold with a colon", (title) => `**${title}:**`),
  titled("in bold with underscores", (title) => `__${title}__`),
  titled("in bold inside headings", (title) => `# **${title}**`),
  titled("as list items", (title, index) => `${index + 1}. **${title}**`),
  titled("as plain lines", (title) => `${title}:`),
  titled("as plain lines in capitals", (title) => title.toUpperCase()),
  titled("in HTML", (title) => `<h2>${title}</h2>\n`),
  titled("with numbers and budgets", (title, index) => `# ${index + 1}. ${title} (max 450 words)`),
  titled("with a limit", (title) => `# ${title} (at most 300 words):`),
  titled("as numbered artifacts", (title, index) => `# Artifact ${index + 1}: ${title}`),
  titled("with roman numbers", (title, index) => `# ${roman[index] ?? ""}. ${title}`),
  titled("with keycaps", (title, index) => `# ${index + 1}️⃣ ${title}`),
  titled("with emoji", (title) => `# 📌 ${title}:`),
  titled("with closing marks", (title) => `# ${title} #`),
  titled("in capitals", (title) => `# ${title.toUpperCase()}`),
  titled("in title case", (title) => `# ${inTitleCase(title)}`),
  titled("of two subjects", (title, index) => (index % 3 === 0 ? `# ${title} & background` : `# ${title}`)),
  titled("of mixed levels", (title, index) => `${"#".repeat((index % 2) + 1)} ${title}`),
  titled("underlined", (title) => `${title}\n=====`),
  titled("underlined with dashes", (title) => `${title}\n-----`),
  titled("without a space", (title) => `#${title}`),
  ...Object.entries(languages).map(([language, names]) =>
    titled(`in ${language}`, (title) => `# ${names[title] ?? title}`),
  ),
  enclosed(
    "artifacts in tags",
    (title) => `<${tagOf(title)}>\n`,
    (title) => `</${tagOf(title)}>`,
  ),
  enclosed(
    "artifacts in details",
    (title) => `<details>\n<summary>${title}</summary>\n`,
    () => "</details>",
  ),
  enclosed(
    "artifacts in fences",
    (title) => `\`\`\`markdown\n# ${title}`,
    () => "```",
  ),
  enclosed(
    "artifacts between comments",
    (title) => `<!-- ${title} -->\n# ${title}`,
    () => "<!-- end -->",
  ),
  { name: "artifacts in JSON", apply: inJson },
  {
    name: "rules between artifacts",
    apply: (answer) => answer.replace(/\n\n(?=# )/g, "\n\n---\n\n"),
  },
  {
    name: "rules right below the text",
    apply: (answer) => answer.replace(/(?<!\|)\n\n(?=# )/g, "\n---\n"),
  },
  {
    name: "a table of contents",
    apply: (answer) => {
      const titles = [...answer.matchAll(/^# (.*)$/gm)].map(([, title], index) => `${index + 1}. ${title}`);
      return titles.length > 1 ? `Contents:\n\n${titles.join("\n")}\n\n${answer}` : answer;
    },
  },
];

/** The answer as one JSON object with a field for each artifact. The claims are a list. */
function inJson(answer: string): string {
  const parts = answer.split(/^(?=# )/m).map((part) => /^# (.*)\n+([\s\S]*)$/.exec(part));
  if (parts.length < 2 || parts.some((part) => part === null) || answer.includes("\n```")) return answer;
  const entries = parts.map((part): [string, string | string[]] => {
    const [, title = "", body = ""] = part ?? [];
    const claims = body.trim().split("\n");
    const isList = title === "Claims" && claims.every((claim) => /^- C: (?!.*<br>)/.test(claim));
    return [tagOf(title), isList ? claims.map((claim) => claim.slice("- C: ".length)) : body.trim()];
  });
  const object = Object.fromEntries(entries);
  // An answer in which two parts have the same title stays as it is, because an object cannot have the same key twice.
  return Object.keys(object).length < entries.length ? answer : `${asJson(object).join("\n")}\n`;
}
