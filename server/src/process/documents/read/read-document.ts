import { parseArtifacts } from "../artifacts/artifacts.ts";
import { checkAnswer } from "./check-answer.ts";
import { type Entries, formatOf } from "./formats/formats.ts";
import type { Problem } from "./problems.ts";
import type { Expected } from "./read-answer.ts";
import type { ReadArtifact } from "./read-artifact.ts";

/** The artifacts of a document and the entries parsed from each. Artifacts with the same title are parsed as one. */
export type ReadDocument = { artifacts: ReadArtifact[]; entries: ReadonlyMap<string, Entries>; problems: Problem[] };

/**
 * Parses a document, whose artifacts are under level-1 headings because `readChain` put them there. Below a heading it
 * accepts any format that a model could have written, because a person may have edited the document.
 */
export function readDocument(markdown: string, expected: Expected = { artifacts: [] }): ReadDocument {
  const { artifacts: wanted, claims = [] } = expected;
  const found = new Map<string, ReadArtifact>();
  for (const { key, title, body } of parseArtifacts(markdown.replace(/\r\n?/g, "\n"))) {
    const known = wanted.find((one) => one.key === baseKey(key));
    const own = known || found.has(baseKey(key)) ? baseKey(key) : key;
    const format = formatOf(own, { artifact: known, given: claims });
    const before = found.get(own);
    const text = [...(before ? [before.body] : []), format.normalise(body)].join("\n\n");
    const heading = before?.heading ?? `# ${title}`;
    found.set(own, { key: own, title, heading, source: { start: 0, end: 0 }, body: text, entries: format.read(text) });
  }
  const artifacts = [...found.values()];
  const unclaimed = artifacts.filter(({ key }) => wanted.every((one) => one.key !== key)).map(({ heading }) => heading);
  return {
    artifacts,
    entries: new Map(artifacts.map(({ key, entries }) => [key, entries])),
    problems: checkAnswer(artifacts, { artifacts: wanted, claims, unclaimed }),
  };
}

/** The key without its number: artifacts with the same heading have the keys `claims` and `claims-2`. */
const baseKey = (key: string): string => key.replace(/-\d+$/, "");
