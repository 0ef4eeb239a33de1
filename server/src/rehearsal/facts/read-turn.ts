import { z } from "zod";
import type { PromptMessage } from "../model/prompt-messages.ts";
import {
  extractFacts,
  type FactOperation,
  type OfferedKeys,
  type TurnItem,
  type TurnSection,
} from "./extract-facts.ts";

/** The headers of a turn bundle, in order. Text before the first header is not part of the turn. */
const headers = ["TURN_META", "STRUCTURED_QUESTIONS", "USER_ANSWERS", "FREE_CHAT", "AGENT_OUTPUT"];

/**
 * The statements of the turn bundle in the last message; null if there is no bundle, because the message asks for something
 * else.
 */
export function readTurn(messages: readonly PromptMessage[]): FactOperation[] | null {
  const asked = messages.findLast((message) => message.role === "user")?.text ?? "";
  const at = asked.indexOf("\n[TURN_META]\n");
  if (at < 0) return null;
  const sections = sectionsOf(asked.slice(at));
  if (!sections) return null;
  return extractFacts(sections, keysIn(asked.slice(0, at)), itemsIn(asked.slice(at)));
}

const TurnItems = z.array(z.object({ id: z.string(), name: z.string() }));

/**
 * The items in the turn's metadata. The first match is used, because the metadata precedes everything that people and models
 * wrote.
 */
function itemsIn(turn: string): TurnItem[] {
  const refs = /^itemRefs=(.*)$/m.exec(turn)?.[1] ?? "[]";
  try {
    return TurnItems.parse(JSON.parse(refs));
  } catch {
    return []; // an imported turn may contain anything
  }
}

/**
 * A section ends where the next header follows an empty line. `TURN_META` and the questions are skipped, because they state no
 * facts.
 */
function sectionsOf(turn: string): TurnSection[] | null {
  const sections: TurnSection[] = [];
  let from = turn.indexOf("\n") + 1;
  for (const [index, name] of headers.entries()) {
    const start = from + name.length + 3;
    const end = index + 1 < headers.length ? turn.indexOf(`\n\n[${headers[index + 1]}]\n`, start) : turn.length;
    if (end < 0) return null;
    const text = turn.slice(start, end);
    from = end + 2;
    if (index < 2 || text.trim() === "(none)") continue;
    sections.push(...(name === "USER_ANSWERS" ? answersIn(text) : [{ name, text }]));
  }
  return sections;
}

/** The text of each answer without its label, because only the text is evidence. */
const answersIn = (text: string): TurnSection[] =>
  [...text.matchAll(/^A\d+\(qId=.*?\):(?: quick=[A-Z]+)? text="([\s\S]*?)"(?=\nA\d+\(qId=|\s*$)/gm)].map(
    ([, words = ""]) => ({
      name: "USER_ANSWERS",
      text: words,
    }),
  );

/**
 * The keys that the prompt offers. Only strings and dimensions are found by the label of their key; other types have rules
 * of their own.
 */
function keysIn(prompt: string): OfferedKeys {
  const lines = [...prompt.matchAll(/^- ((?:project|item)\.[a-z]+\.[a-z0-9_]+): ([^;\n]+); (\w+)/gm)];
  const stated = lines.filter(([, , , type]) => type === "string" || type === "dimension");
  return {
    all: new Set(lines.map(([, key = ""]) => key)),
    byLabel: new Map(stated.map(([, key = "", label = ""]) => [label.toLowerCase(), key])),
  };
}
