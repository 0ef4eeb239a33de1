import { AppError } from "#platform";

type Part =
  | { kind: "text"; text: string }
  | { kind: "value"; name: string }
  | { kind: "section"; name: string; parts: Part[] };

/** Fills a template. Values are put in as they are, so a value that contains `{{x}}` stays verbatim. */
export function renderTemplate(body: string, values: Readonly<Record<string, string>>): string {
  return fill(readTemplate(body, "a template"), values);
}

/** The names of all placeholders and sections of a template, each once, in order of appearance. */
export function placeholdersOf(body: string): string[] {
  return [...new Set(namesIn(readTemplate(body, "a template")))];
}

/**
 * Refuses a template that is malformed or uses an unknown placeholder. Called when templates are loaded, before any is used.
 */
export function checkTemplate(input: { key: string; body: string; known: readonly string[] }): void {
  for (const name of namesIn(readTemplate(input.body, `prompts/${input.key}`))) {
    if (input.known.includes(name)) continue;
    const offered =
      input.known.length > 0 ? `Known placeholders: ${input.known.join(", ")}.` : "This template must not use any.";
    throw new AppError("invalid_recipe", `prompts/${input.key}: unknown placeholder {{${name}}}. ${offered}`);
  }
}

function fill(parts: Part[], values: Readonly<Record<string, string>>): string {
  return parts
    .map((part) => {
      if (part.kind === "text") return part.text;
      if (!Object.hasOwn(values, part.name)) {
        throw new AppError("invalid_recipe", `No value was given for the placeholder {{${part.name}}}.`);
      }
      const value = values[part.name] ?? "";
      if (part.kind === "value") return value;
      return value.trim() === "" ? "" : fill(part.parts, values);
    })
    .join("");
}

const namesIn = (parts: Part[]): string[] =>
  parts.flatMap((part) => {
    if (part.kind === "text") return [];
    return part.kind === "value" ? [part.name] : [part.name, ...namesIn(part.parts)];
  });

// If a section's mark is alone on its line, the line is removed, so that an absent section leaves no gap.
const loneMark = /^[ \t]*(\{\{[#/][a-z][a-z0-9_]*\}\})[ \t]*\r?\n/gm;
const mark = /\{\{([#/]?)(.*?)\}\}/gs;
const goodName = /^[a-z][a-z0-9_]*$/;

function readTemplate(body: string, where: string): Part[] {
  const text = body.replace(loneMark, "$1");
  const open: { name: string; parts: Part[] }[] = [{ name: "", parts: [] }];
  const refuse = (what: string): never => {
    throw new AppError("invalid_recipe", `${where}: ${what}`);
  };
  const add = (part: Part) => open.at(-1)?.parts.push(part);

  let at = 0;
  for (const found of text.matchAll(mark)) {
    const [whole, sign = "", name = ""] = found;
    if (!goodName.test(name)) refuse(`${whole} is not a placeholder; names are lower-case letters, digits and _.`);
    if (found.index > at) add({ kind: "text", text: text.slice(at, found.index) });
    at = found.index + whole.length;
    if (sign === "") add({ kind: "value", name });
    if (sign === "#") open.push({ name, parts: [] });
    if (sign === "/") {
      const section = open.pop();
      if (open.length === 0 || section?.name !== name) return refuse(`{{/${name}}} closes a section that is not open.`);
      add({ kind: "section", ...section });
    }
  }
  const unclosed = open.at(-1)?.name;
  if (open.length > 1) refuse(`the section {{#${unclosed}}} is never closed.`);
  if (at < text.length) add({ kind: "text", text: text.slice(at) });
  return open[0]?.parts ?? [];
}
