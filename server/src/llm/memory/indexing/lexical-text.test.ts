import { describe, expect, it } from "vitest";
import { lexicalQuestion, lexicalText } from "./lexical-text.ts";

const words = (text: string) => text.split(" ").filter(Boolean);

describe("a text as plain words", () => {
  it.each([
    ["“Curly” quotes—and dashes…", ["curly", "quotes", "and", "dashes"]],
    ["₪80,000 or 80'000; 1.5 m, v2.10.3.", ["80000", "or", "80000", "1.5", "m", "v2.10.3"]],
    ["server/src/main.ts and a.b@c.org", ["server", "src", "main", "ts", "and", "a", "b", "c", "org"]],
    ["snake_case, well-known", ["snake", "case", "well", "known"]],
    ["Don’t 'quote' Café Zürich", ["don't", "quote", "cafe", "zurich"]],
    ["שָׁלוֹם עולם", ["שלום", "עולם"]],
    ["Rows 2-4: -5 °C", ["rows", "2", "4", "5", "c"]],
    ["हिन्दी", ["हिन्दी"]],
  ])("%s", (text, expected) => {
    expect(words(lexicalText(text))).toEqual(expected);
  });

  it("splits text in scripts without spaces into single characters and pairs, but questions into pairs only", () => {
    expect(words(lexicalText("预算是八万"))).toEqual(["预", "算", "是", "八", "万", "预算", "算是", "是八", "八万"]);
    expect(words(lexicalQuestion("预算 of 茶"))).toEqual(["预算", "of", "茶"]);
  });
});
