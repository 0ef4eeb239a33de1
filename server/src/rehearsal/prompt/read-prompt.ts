import type { PromptMessage } from "../model/prompt-messages.ts";
import { type ContestedClaim, readContested } from "./read-contested.ts";
import { readRemarks } from "./read-remarks.ts";
import type { Remark } from "./remark.ts";

/** A document in the prompt; `[D1]` in a text refers to it. */
export type GivenDocument = { id: string; kind: string; label: string; markdown: string };

/** An artifact that the task asks for: its heading, its word budget and a description. */
export type WantedArtifact = { heading: string; maxWords: number; about: string };

export type Task = { step: string; text: string; artifacts: WantedArtifact[] };

export type Prompt = {
  instructions: string;
  request: string;
  documents: GivenDocument[];
  /** Texts from people besides the brief: overlay, facts, answers, feedback. */
  remarks: Remark[];
  /** The numbered claims of all proposals; empty if the prompt contains none. */
  claims: string;
  /** Claims on which the syntheses disagree, with the person's choice. */
  contested: ContestedClaim[];
  /** In a further iteration: the current plan and board. */
  progress: string;
  task: Task;
  /** The number of the requested proposal. Every proposal after the first must differ from the first. */
  proposal: number;
  /** The artifacts of the whole document; the task of a further request may ask for only some of them. */
  whole: WantedArtifact[];
};

type Section = { name: string; attributes: Record<string, string>; text: string };

/**
 * Parses the fenced sections of a prompt. A fence must contain the nonce of the task that ends the message. Anything that
 * looks like a fence but lacks this nonce is read as text.
 */
export function readPrompt(messages: readonly PromptMessage[]): { prompt: Prompt; asked: number } | undefined {
  const asked = messages.findLastIndex((message) => message.role === "user" && lastNonce(message.text));
  const asking = messages[asked];
  const first = messages.find((message) => message.role === "user" && lastNonce(message.text));
  if (!asking || !first) return undefined;
  const sections =
    asking === first ? readSections(first.text) : [...readSections(first.text), ...readSections(asking.text)];
  const tasks = sections.filter((section) => section.name === "task");
  const task = tasks.at(-1);
  if (!task) return undefined;
  const texts = (name: string) => sections.filter((section) => section.name === name);
  const joined = (name: string) =>
    texts(name)
      .map((section) => section.text)
      .join("\n");
  return {
    asked,
    prompt: {
      instructions: messages.find((message) => message.role === "system")?.text ?? "",
      request: texts("request")[0]?.text ?? "",
      documents: texts("document").map(toDocument),
      remarks: readRemarks(sections.map(({ name, attributes, text }) => ({ name, about: attributes.about, text }))),
      claims: joined("claims"),
      contested: readContested(joined("contested")),
      progress: joined("progress"),
      task: {
        step: task.attributes.step ?? "",
        text: task.text,
        artifacts: readWanted(task.text),
      },
      proposal: Number(tasks[0]?.text.match(/^This is proposal (\d+) of \d+ /m)?.[1] ?? 1),
      whole: readWanted(tasks[0]?.text ?? ""),
    },
  };
}

function lastNonce(text: string): string | undefined {
  return text.match(/<<<end task ([0-9A-Za-z]+)>>>\s*$/)?.[1];
}

function readSections(text: string): Section[] {
  const nonce = lastNonce(text);
  if (!nonce) return [];
  const fenced = new RegExp(`<<<(\\w+) ${nonce}((?: [\\w-]+="[^"]*")*)>>>([\\s\\S]*?)<<<end \\1 ${nonce}>>>`, "g");
  return [...text.matchAll(fenced)].map(([, name = "", attributes = "", body = ""]) => ({
    name,
    attributes: Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value]),
    ),
    text: body.trim(),
  }));
}

function toDocument({ attributes, text }: Section, index: number): GivenDocument {
  return {
    id: attributes.id ?? `D${index + 1}`,
    kind: attributes.kind ?? "",
    label: attributes.label ?? "",
    markdown: text,
  };
}

function readWanted(task: string): WantedArtifact[] {
  return [...task.matchAll(/^- # (.+?) \(at most (\d+) words\)(?:: (.*))?$/gm)].map(
    ([, heading = "", words = "0", about = ""]) => ({ heading, maxWords: Number(words), about }),
  );
}
