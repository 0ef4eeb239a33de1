import { expect, it } from "vitest";
import { readLine } from "./read-line.ts";

it.each([
  ["Clip tiles", { name: "Clip tiles" }],
  [
    "Clip tiles, hire; 132 m²; 34 ILS",
    { name: "Clip tiles, hire", quantity: 132, unit: "m²", unitPrice: 34, currency: "ILS" },
  ],
  ["Plates; 1,200", { name: "Plates", quantity: 1200 }],
  ["Crew; 34.5 EUR", { name: "Crew", unitPrice: 34.5, currency: "EUR" }],
  ["Crew; 6 hrs", { name: "Crew", quantity: 6, unit: "hrs" }],
  ["Crew; six hours", { name: "Crew; six hours" }],
  ["Tiles; 3 m; 4 m", { name: "Tiles; 3 m; 4 m" }],
])("reads %j as a line", (text, line) => {
  expect(readLine(text)).toEqual(line);
});
