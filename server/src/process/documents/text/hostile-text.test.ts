import { describe, expect, it } from "vitest";
import { findSlowClasses } from "#test";
import { mostArtifacts, parseArtifacts } from "./artifacts.ts";
import { assembleChunks } from "./assemble.ts";
import { endAtSentence } from "./end-at-sentence.ts";
import { findMalformedTable } from "./find-malformed-table.ts";
import { withoutFrontMatter } from "./front-matter.ts";
import { withGapNote } from "./gap-note.ts";
import { isStuck } from "./stop-loops.ts";

describe("hostile text", () => {
  it.each<[string, (text: string) => unknown]>([
    ["parseArtifacts", parseArtifacts],
    ["findMalformedTable", findMalformedTable],
    ["withGapNote", (text) => withGapNote(text, { finishReason: "length", requests: 1 })],
    ["assembleChunks of equal chunks", (text) => assembleChunks([text, text])],
    ["assembleChunks of nearly equal chunks", (text) => assembleChunks([`${text}x`, text])],
    ["isStuck", (text) => isStuck([text, `${text}a`])],
    ["withoutFrontMatter", (text) => withoutFrontMatter(`---\n${text}`)],
    ["endAtSentence", endAtSentence],
  ])("%s takes linear time and never throws", { timeout: 120_000 }, (_, read) => {
    expect(findSlowClasses(read)).toEqual([]);
  });

  it("creates no more artifacts than the limit from a text of only headings", () => {
    const artifacts = parseArtifacts("# a\n".repeat(5_000));
    expect(artifacts).toHaveLength(mostArtifacts);
    expect(new Set(artifacts.map(({ key }) => key)).size).toBe(mostArtifacts);
  });
});
