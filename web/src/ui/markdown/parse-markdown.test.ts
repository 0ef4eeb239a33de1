import { describe, expect, it } from "vitest";
import type { MarkdownNode } from "./markdown-node.ts";
import { parseMarkdown } from "./parse-markdown.ts";

const parse = (markdown: string) => parseMarkdown(markdown, { top: 2, named: false });

/** Writes a tree in a compact notation: `p(one em(two))`. */
const told = (nodes: readonly MarkdownNode[]): string =>
  nodes.map((node) => (typeof node === "string" ? node : `${node.tag}(${told(node.children)})`)).join("");

const all = (nodes: readonly MarkdownNode[]): Exclude<MarkdownNode, string>[] =>
  nodes.flatMap((node) => (typeof node === "string" ? [] : [node, ...all(node.children)]));

describe("parseMarkdown", () => {
  it.each([
    ["Plant *a* **hedge** `now`, ~~later~~.", "p(Plant em(a) strong(hedge) code(now), s(later).)"],
    ["one\ntwo  \nthree", "p(one\ntwobr()three)"],
    ["- one\n- two\n\n  more", "ul(li(p(one))li(p(two)p(more)))"],
    ["- one\n- two", "ul(li(one)li(two))"],
    ["> said\n\n---", "blockquote(p(said))hr()"],
    ["```ts\nlet a;\n```", "pre(code(let a;\n))"],
    ["| a | b |\n|---|---|\n| 1 | 2 |", "table(thead(tr(th(a)th(b)))tbody(tr(td(1)td(2))))"],
    ["![A hedge](https://example.com/a.png) ![](b.png)", "p([A hedge] [picture])"],
    ["A &amp; B &copy; \\*", "p(A & B © *)"],
  ])("parses %j", (markdown, tree) => {
    expect(told(parse(markdown))).toBe(tree);
  });

  it("keeps the first number of an ordered list and the alignment of columns", () => {
    expect(parse("7. seven\n8. eight")).toMatchObject([{ tag: "ol", start: 7 }]);
    const cells = all(parse("| a | b | c |\n|:-:|--:|---|\n| 1 | 2 | 3 |")).filter(({ tag }) => tag === "td");
    expect(cells.map(({ align }) => align)).toEqual(["center", "right", undefined]);
  });

  it.each(["- [ ] dig\n- [x] plant", "- [ ] dig\n\n- [X] plant"])(
    "parses the checkboxes of the task list %j",
    (markdown) => {
      const items = all(parse(markdown)).filter(({ tag }) => tag === "li");
      expect(items.map(({ checked, children }) => [checked, told(children).replace(/^p\((.*)\)$/, "$1")])).toEqual([
        [false, "dig"],
        [true, "plant"],
      ]);
      expect(parse("- [link](https://example.com)")).toMatchObject([{ children: [{ children: [{ tag: "a" }] }] }]);
    },
  );

  it.each([
    ["[a](https://example.com)", "https://example.com"],
    ["[a](mailto:a@example.com)", "mailto:a@example.com"],
    ["[a](#part)", "#part"],
    ["See https://example.com/a.", "https://example.com/a"],
    ["[a][1]\n\n[1]: https://example.com", "https://example.com"],
  ])("links %j", (markdown, href) => {
    expect(all(parse(markdown)).find(({ tag }) => tag === "a")?.href).toBe(href);
  });

  it.each([
    "[a](javascript:alert(1))",
    "[a](JavaScript&#58;alert(1))",
    "[a](\u0001javascript:alert(1))",
    "[a](vbscript:x)",
    "[a](data:text/html;base64,PHN2Zz4=)",
    "[a](file:///etc/passwd)",
    "[a](blob:null/1)",
    "<javascript:alert(1)>",
    "Write to plan.md",
  ])("does not link %j", (markdown) => {
    const links = all(parse(markdown)).flatMap(({ href }) => href ?? []);
    // A link whose address contains a control character may remain: the character is encoded, so there is no scheme.
    expect(links.filter((href) => /^[a-z][a-z\d+.-]*:/i.test(href))).toEqual([]);
  });

  it.each([
    ["a <b>bold</b> <script>alert(1)</script> word", "p(a bold alert(1) word)"],
    ["one<br>two<BR />three", "p(onebr()twobr()three)"],
    ["<details>\n<summary>More</summary>\nhidden words\n</details>", "p(More\nhidden words)"],
    ["<!-- a remark -->", ""],
    ["<img src=x onerror=alert(1)>", ""],
    ["<svg/onload=alert(1)>", "p(<svg/onload=alert(1)>)"],
  ])("removes HTML tags and keeps their text: %j", (markdown, tree) => {
    expect(told(parse(markdown))).toBe(tree);
  });

  it("creates only elements that exist in Markdown", () => {
    const markdown = `# h\n\n<iframe src="https://example.com"></iframe>\n\n<form><input></form>\n\n<style>p{}</style>\n\n[^1]: note\n`;
    expect(all(parse(markdown)).map(({ tag }) => tag)).toEqual(["h2", "p"]);
  });

  it("does not overflow the stack on deeply nested text", () => {
    expect(parse(">".repeat(10_000)).length).toBeGreaterThan(0);
    expect(parse("[".repeat(10_000)).length).toBeGreaterThan(0);
  });
});
