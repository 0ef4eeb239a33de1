import { describe, expect, it } from "vitest";
import { tenBriefs } from "../ten-briefs.fixture.ts";
import { faultsOf } from "./chains.fixture.ts";

/** The number of seeds; DIALECTIC_SEEDS=200 tries more. careless-answers.test.ts tests whole runs with a wallet. */
const seeds = Number(process.env["DIALECTIC_SEEDS"] ?? 40);
const firstSeed = Number(process.env["DIALECTIC_FIRST_SEED"] ?? 1);
const briefs = Object.values(tenBriefs).map(({ text }) => text);

describe("the documents of two careless models, from thesis to work plan", () => {
  it.each(Array.from({ length: seeds }, (_, index) => firstSeed + index))(
    "are read completely after at most one further request, or a finding names what is missing: seed %i",
    (seed) => {
      expect(faultsOf(String(seed), briefs[seed % briefs.length] ?? "")).toEqual([]);
    },
  );
});
