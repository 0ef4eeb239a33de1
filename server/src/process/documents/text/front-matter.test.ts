import { expect, it } from "vitest";
import { editedFile, withFrontMatter, withoutFrontMatter } from "./front-matter.ts";

const written = withFrontMatter({ title: "T", stage: "thesis", sha256: "abc" }, "# One\n");

it("takes off what this program put above a text, and nothing a person wrote", () => {
  expect(withoutFrontMatter(written)).toBe("# One\n");
  for (const text of [
    "---\n\nA rule, and text.\n\n---\n",
    "---\nmood: good\n---\n\n# Mine\n",
    "---\n: [\n---\n",
    "# One\n",
  ]) {
    expect(withoutFrontMatter(text)).toBe(text);
  }
});

it("keeps what is known of a document when its text is edited, and says where the one before stands", () => {
  const edited = editedFile({ before: written, markdown: "# Two\n", version: 2, earlier: "_work/T_version_1.md" });
  expect(edited).toMatch(
    /^---\ntitle: T\nstage: thesis\nsha256: [0-9a-f]{64}\nversion: 2\nearlier_version: _work\/T_version_1\.md\n---\n\n# Two\n$/,
  );
  expect(editedFile({ before: edited, markdown: "# Three\n", version: 3, earlier: "x" })).toContain("version: 3\n");
});
