import { missingArtifactsTask } from "../../llm/prompts/missing-artifacts-task.ts";
import { readAnswer } from "../../process/documents/read/read-answer.ts";
import { type ReadableChunk, readChain } from "../../process/documents/read/read-chain.ts";
import { expectedIn } from "../../process/documents/read/shapes.fixture.ts";
import {
  type Answered,
  compareEntries,
  isNamed,
  lostTexts,
  repeatedTexts,
} from "../../process/sessions/careless-answers.fixture.ts";
import { toFinding } from "../../process/sessions/contributions/findings.ts";
import { describeGaps } from "../../process/sessions/contributions/gaps.ts";
import type { PromptMessage } from "../model/prompt-messages.ts";
import { writeAnswer } from "../model/write-answer.ts";
import type { GivenDocument } from "../prompt/read-prompt.ts";
import { fenced, type Step, samplePrompt, wantedBy } from "../sample-prompts.fixture.ts";
import { temperamentBehind, writeCarelessly } from "./write-carelessly.ts";

const nonce = "0123456789ab";
const stages = {
  propose: "thesis",
  critique: "antithesis",
  final: "synthesis",
  formalise: "parenthesis",
  "break-down": "paralysis",
};

type Given = {
  seed: string;
  request: string;
  step: keyof typeof stages & Step;
  documents: GivenDocument[];
  claims: string[];
};

/** Makes a document as the product does: from an answer and, if it has problems, from the answer to a further request. */
function writeChain({ seed, request, step, documents, claims }: Given) {
  const stage = stages[step];
  const words = new Map<string, number>(wantedBy[step].map(({ heading, maxWords }) => [heading, maxWords]));
  const artifacts = expectedIn(stage).map(({ criteria = [], ...one }) => ({
    ...one,
    ...(criteria.length > 0 ? { criteria: [...criteria] } : {}),
    about: one.about ?? "",
    words: words.get(one.title) ?? 500,
    required: true,
  }));
  const numbered = claims.map((text, index) => ({ number: index + 1, text }));
  const expected = { artifacts, claims: step === "final" ? numbered : [] };
  const sections = fenced("claims", numbered.map(({ number, text }) => `- [C${number}] ${text}`).join("\n"));
  const messages = samplePrompt({ request, step, documents, ...(claims.length > 0 ? { sections } : {}) });
  const chunk = (text: string, asked_for: string[] = []): ReadableChunk => ({ text, finish_reason: "stop", asked_for });
  const first = chunk(writeCarelessly(seed, messages));
  const { problems } = readChain([first], expected);
  const chunks = problems.length === 0 ? [first] : [first, chunk(...askAgain())];
  function askAgain(): [string, string[]] {
    const gaps = describeGaps(problems, artifacts);
    const task = missingArtifactsTask({ nonce, stage, step, ...gaps });
    const more: PromptMessage[] = [...messages, { role: "assistant", text: first.text }, { role: "user", text: task }];
    return [writeCarelessly(seed, more), gaps.artifacts.map(({ key }) => key)];
  }
  const read = readChain(chunks, expected);
  const requests = chunks.map(({ text, asked_for }) => ({ text, asked: [...asked_for] }));
  const document: Answered = { id: "", path: "", stage, intermediate: false, markdown: read.markdown, requests };
  const meant = writeAnswer(temperamentBehind(seed, messages), messages);
  return { document, meant, problems: read.problems, numbers: expected.claims.map(({ number }) => number) };
}

/** Runs the five stages with two careless models, and returns every fault that no finding names. */
export function faultsOf(seed: string, request: string): string[] {
  const faults: string[] = [];
  type Source = { kind: string; markdown: string };
  const write = (step: Given["step"], sources: readonly Source[], claims: string[] = [], model = "a") => {
    const documents = sources.map((one, index) => ({ ...one, id: `D${index + 1}`, label: `Text ${index + 1}` }));
    const { document, meant, problems, numbers } = writeChain({
      seed: `${seed}/${model}`,
      request,
      step,
      documents,
      claims,
    });
    const findings = problems.map(toFinding);
    const { missing, invented } = compareEntries({ document, meant, claims: numbers });
    const unnamed = missing.filter((entry) => !isNamed(entry, findings));
    faults.push(
      ...unnamed.map((entry) => `${step} misses ${entry}`),
      ...(unnamed.length > 0 || missing.length === 0 ? invented.map((entry) => `${step} invents ${entry}`) : []),
      ...lostTexts(document).map((text) => `${step} loses ${text}`),
      ...repeatedTexts(document).map((text) => `${step} repeats ${text}`),
    );
    return document.markdown;
  };
  const as = (kind: string, texts: readonly string[]) => texts.map((markdown) => ({ kind, markdown }));
  const theses = [write("propose", []), write("propose", [], [], "b")];
  const claimsIn = (markdown: string) =>
    readAnswer(markdown, { artifacts: expectedIn("thesis") }).artifacts.flatMap(
      ({ entries }) => entries.claims?.claims ?? [],
    );
  const reviews = theses.map((thesis) => write("critique", as("thesis", [thesis]), claimsIn(thesis)));
  const all = [...as("thesis", theses), ...as("antithesis", reviews)];
  const final = write("final", all, theses.flatMap(claimsIn));
  const plan = write("formalise", as("final_synthesis", [final]));
  write("break-down", [...as("parenthesis", [plan]), ...as("final_synthesis", [final])]);
  return faults;
}
