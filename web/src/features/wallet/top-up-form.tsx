import { parseDollars } from "@dialectic/contract";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ErrorMessage } from "../../api/error-message.tsx";
import { DollarField } from "../../parts/money/dollar-field.tsx";
import { useTopUp } from "../../parts/money/use-payments.ts";
import { Button } from "../../ui/button.tsx";
import { formatAmount, formatNumber } from "../../ui/format.ts";

/** Adds money. Before anything is sent, invalid amounts are rejected with the same messages as in the CLI. */
export function TopUpForm() {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const topUp = useTopUp();
  const send = () => {
    const parsed = parseDollars(typed);
    setProblem(parsed.ok ? null : parsed.why);
    if (parsed.ok) topUp.mutate(parsed.units.toString(), { onSuccess: () => setTyped("") });
  };
  return (
    <section aria-labelledby="add">
      <h2 id="add" className="mb-2 text-xl font-title tracking-[-.012em]">
        Add money
      </h2>
      <p className="mb-3 max-w-[60ch] text-sm text-ink-2">
        The wallet pays for calls to models that cost money.{" "}
        <Link to="/models" className="link">
          See model prices
        </Link>
      </p>
      <form
        className="flex flex-wrap items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!topUp.isPending) send();
        }}
      >
        <DollarField
          label="Amount in dollars"
          unlabelled
          value={typed}
          placeholder="5.00"
          problem={problem}
          onChange={(value) => {
            setTyped(value);
            setProblem(null);
          }}
        />
        <Button type="submit" variant="primary" busy={topUp.isPending ? "Adding…" : undefined}>
          Add
        </Button>
      </form>
      <p role="status" className="mt-2 text-sm text-ink-2 empty:hidden">
        {topUp.isSuccess && `${formatAmount(topUp.variables)} added. ${describeResumed(topUp.data.resumed.length)}`}
      </p>
      {topUp.isError && (
        <p role="alert" className="mt-2 max-w-[60ch] text-sm text-bad">
          <ErrorMessage error={topUp.error} /> You can safely try again: the amount is added only once.
        </p>
      )}
    </section>
  );
}

const describeResumed = (jobs: number): string =>
  jobs > 0 ? `${formatNumber(jobs, "job")} ${jobs === 1 ? "continues" : "continue"}.` : "";
