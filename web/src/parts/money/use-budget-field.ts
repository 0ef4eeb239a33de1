import { parseDollars } from "@dialectic/contract";
import { useState } from "react";

type Read = { ok: true; budget: string | undefined } | { ok: false };

/** A field for an optional budget. `read` returns the amount or, if the text is not valid, shows why. */
export function useBudgetField() {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  return {
    typed,
    problem,
    type(value: string): void {
      setTyped(value);
      setProblem(null);
    },
    read(): Read {
      if (typed.trim() === "") return { ok: true, budget: undefined };
      const parsed = parseDollars(typed);
      setProblem(parsed.ok ? null : parsed.why);
      return parsed.ok ? { ok: true, budget: parsed.units.toString() } : { ok: false };
    },
  };
}

export type BudgetField = ReturnType<typeof useBudgetField>;
