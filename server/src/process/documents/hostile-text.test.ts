import { describe, expect, it } from "vitest";
import { findSlowClasses } from "#test";
import { mostArtifacts, parseArtifacts } from "./artifacts/artifacts.ts";
import { findMalformedTables } from "./artifacts/find-malformed-tables.ts";
import { endAtSentence } from "./stitch/end-at-sentence.ts";
import { withGapNote } from "./stitch/gap-note.ts";
import { joinChunks } from "./stitch/join-chunks.ts";
import { isStuck } from "./stitch/stop-loops.ts";
import { withoutFrontMatter } from "./tree/front-matter.ts";

describe("given hostile text,", () => {
  it.each<[string, (text: string) => unknown]>([
    ["parseArtifacts", parseArtifacts],
    ["findMalformedTables", findMalformedTables],
    ["withGapNote", (text) => withGapNote(text, { finishReason: "length", requests: 1 })],
    ["joinChunks of equal chunks", (text) => joinChunks([text, text])],
    ["joinChunks of nearly equal chunks", (text) => joinChunks([`${text}x`, text])],
    ["joinChunks after a broken line", (text) => joinChunks([`${text}\n`, text], [text])],
    ["isStuck", (text) => isStuck([text, `${text}a`])],
    ["withoutFrontMatter", (text) => withoutFrontMatter(`---\n${text}`)],
    ["endAtSentence", endAtSentence],
  ])("%s takes linear time and never throws", { timeout: 120_000 }, (_, read) => {
    expect(findSlowClasses(read)).toEqual([]);
  });

  it("parseArtifacts creates no more artifacts than the limit, even from a text that has only headings", () => {
    const artifacts = parseArtifacts("# a\n".repeat(5_000));
    expect(artifacts).toHaveLength(mostArtifacts);
    expect(new Set(artifacts.map(({ key }) => key)).size).toBe(mostArtifacts);
  });
});
