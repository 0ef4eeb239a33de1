import { expect, it } from "vitest";
import { editedFile, withFrontMatter, withoutFrontMatter } from "./front-matter.ts";

const written = withFrontMatter({ title: "T", stage: "thesis", sha256: "abc" }, "# One\n");

it("withoutFrontMatter removes front matter that this program wrote, and nothing that a person wrote", () => {
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

it("editedFile keeps a document's front matter when its text is edited, and adds the path of the previous version to it", () => {
  const edited = editedFile({ before: written, markdown: "# Two\n", version: 2, earlier: "_work/T_version_1.md" });
  expect(edited).toMatch(
    /^---\ntitle: T\nstage: thesis\nsha256: [0-9a-f]{64}\nversion: 2\nearlier_version: _work\/T_version_1\.md\n---\n\n# Two\n$/,
  );
  expect(editedFile({ before: edited, markdown: "# Three\n", version: 3, earlier: "x" })).toContain("version: 3\n");
});

it("withFrontMatter writes the front matter in the given order of keys, quotes values that YAML would misread, and ends the file with one newline", () => {
  const file = withFrontMatter(
    { title: "a: b", count: 1, answer: "no", none: null, list: ["x", "y\n---\nz"], nested: { b: 1, a: 2 } },
    "# A\n\n\n",
  );
  expect(file).toBe(
    '---\ntitle: "a: b"\ncount: 1\nanswer: "no"\nnone: null\nlist:\n  - x\n  - |-\n    y\n    ---\n    z\nnested:\n  b: 1\n  a: 2\n---\n\n# A\n',
  );
});
