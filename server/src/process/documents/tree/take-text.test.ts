import { describe, expect, it } from "vitest";
import { sha256 } from "#platform";
import { parseArtifacts, replaceArtifact } from "../artifacts/artifacts.ts";
import { asInFile, withFrontMatter } from "./front-matter.ts";
import { takeText } from "./take-text.ts";

const markdown = "Before all.\n\n# Case\n\nA hedge.\n\n# Claims\n\n- One.\n\n# Risks\n\nFrost.\n";
const file = (of: string, text: string) => withFrontMatter({ stage: "thesis", sha256: sha256(asInFile(of)) }, text);
const whole = { markdown, version: 1 };
const part = { key: "claims", title: "Claims", markdown: "# Claims\n\n- One.\n" };
const take = (text: string, more: Partial<Parameters<typeof takeText>[0]> = {}) =>
  takeText({ file: text, whole, part: null, isBaseSaid: false, ...more });

describe("the text of a file that was edited on disk", () => {
  it("is the text below the front matter", () => {
    expect(take(file(markdown, "# Mine\n"))).toEqual({ ok: true, markdown: "# Mine\n" });
    expect(take("# Mine, without front matter\n")).toMatchObject({ ok: true });
  });

  it("does not replace a newer text, unless the person names the version on which it is based", () => {
    const old = file("# Older\n", "# Mine\n");
    expect(take(old, { whole: { markdown, version: 2 } })).toEqual({ ok: false, reason: "changed" });
    expect(take("# Mine\n", { whole: { markdown, version: 2 } })).toEqual({ ok: false, reason: "unknown" });
    expect(take(old, { whole: { markdown, version: 2 }, isBaseSaid: true })).toMatchObject({ ok: true });
  });

  it("changes only one artifact if the file is that of an artifact", () => {
    const taken = take(file(part.markdown, "# Claims\n\n- One.\n- Two.\n"), { part });
    expect(taken).toEqual({ ok: true, markdown: markdown.replace("- One.", "- One.\n- Two.") });
    const bare = take(file(part.markdown, "- Two.\n"), { part });
    expect(bare).toEqual({ ok: true, markdown: markdown.replace("- One.", "- Two.") });
    expect(take(file("# Claims\n\n- Other.\n", "- Two.\n"), { part })).toEqual({ ok: false, reason: "changed" });
  });
});

describe("replacing an artifact", () => {
  it("finds the artifact by its key even if two have the same heading, and adds it if it is missing", () => {
    const twice = "# Notes\n\na\n\n# Notes\n\nb\n";
    expect(replaceArtifact(twice, "notes-2", "# Notes\n\nc")).toBe("# Notes\n\na\n\n# Notes\n\nc\n");
    expect(replaceArtifact(twice, "gone", "# Gone\n\nd\n")).toBe(`${twice}\n# Gone\n\nd\n`);
    expect(parseArtifacts(replaceArtifact(markdown, "case", "# Case\n\nA wall.")).map(({ body }) => body)).toEqual([
      "A wall.",
      "- One.",
      "Frost.",
    ]);
  });
});
