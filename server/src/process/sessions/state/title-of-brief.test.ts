import { expect, it } from "vitest";
import { titleOfBrief } from "./title-of-brief.ts";

it.each([
  ["# Plan a wedding.\n\nSoon.", "Plan a wedding"],
  ["We sell tea. It is green.", "We sell tea"],
  ["Who pays? We do.", "Who pays?"],
  ["我们想开店。不能噪音扰民。", "我们想开店。"],
  ["Wir ziehen bis zum 1. Juli 2027 um. Danach Pause.", "Wir ziehen bis zum 1. Juli 2027 um"],
  ["Move the files by 1 May 2027. Nothing is lost.", "Move the files by 1 May 2027"],
  ["A room for Dr. Osei, J. Smith etc. in May. It is free.", "A room for Dr. Osei, J. Smith etc. in May"],
  ["- \n\n***", "Project"],
])("the brief %j gives its project the name %j", (brief, title) => {
  expect(titleOfBrief(brief)).toBe(title);
});

it.each([
  [
    "Our school of 420 pupils wants to cut lunch waste by half until the end of the school year 2026/27",
    "Our school of 420 pupils wants to cut lunch waste by half…",
  ],
  [
    "Restore the mill of the village as a small museum, and open it to visitors from all over the region",
    "Restore the mill of the village as a small museum…",
  ],
  [`${"a".repeat(79)}😀😀`, `${"a".repeat(79)}…`],
])("the brief %j gives its project a name that ends where a reader would cut it", (brief, title) => {
  expect(titleOfBrief(brief)).toBe(title);
});
