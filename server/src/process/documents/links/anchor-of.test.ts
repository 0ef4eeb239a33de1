import { describe, expect, it } from "vitest";
import { anchorOf } from "./anchor-of.ts";

// The rules are those of GitHub, as published with the npm package github-slugger.
describe("the anchor of a heading", () => {
  it.each([
    ["R-6 Presupuesto: 27.400 €", "r-6-presupuesto-27400-"],
    ["R-7 The list of boxes …", "r-7-the-list-of-boxes-"],
    ["R-8 A bed of 12 m² and ½ a path", "r-8-a-bed-of-12-m-and--a-path"],
    ["R-9 heading with a - dash", "r-9-heading-with-a---dash"],
    ["R-1 en–dash", "r-1-endash"],
    ["R-2 with an _ underscore and snake_case", "r-2-with-an-_-underscore-and-snake_case"],
    ["R-3 Профили, 你好 und Übergröße", "r-3-профили-你好-und-übergröße"],
    ["R-4 😄 an emoji", "r-4--an-emoji"],
    ["R-5 apostrophe’s should be trimmed", "r-5-apostrophes-should-be-trimmed"],
    ["R-5 a wide\u00a0space", "r-5-a-widespace"],
    ["R-5 क्षेत्र १२", "r-5-क्षेत्र-१२"],
    ["R-5 Ⅳ rooms", "r-5-ⅳ-rooms"],
  ])("contains only characters that GitHub keeps: %s", (heading, anchor) => expect(anchorOf(heading)).toBe(anchor));

  it.each([
    ["R-1 **The** _gate_ and `code`", "r-1-the-gate-and-code"],
    ["R-1 [The gate](https://example.org/a_b)", "r-1-the-gate"],
    ["R-1 The gate ###", "r-1-the-gate"],
    ["R-1 The gate<br>opens", "r-1-the-gateopens"],
    ["R-1 Bread &amp; butter", "r-1-bread--butter"],
  ])("is made from the rendered text: %s", (heading, anchor) => expect(anchorOf(heading)).toBe(anchor));
});
