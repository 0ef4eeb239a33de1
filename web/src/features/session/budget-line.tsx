import { parseDollars, type Session } from "@dialectic/contract";
import { useState } from "react";
import { ErrorLine } from "../../api/error-message.tsx";
import { DollarField } from "../../parts/money/dollar-field.tsx";
import { useBudget } from "../../parts/money/use-payments.ts";
import { Button } from "../../ui/button.tsx";
import { formatAmount } from "../../ui/format.ts";

/** The budget of the session, and a form to change it. */
export function BudgetLine({ session }: { session: Session }) {
  const [open, setOpen] = useState(false);
  const { budget } = session;
  return (
    <div className="mt-2 text-sm">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className="tabular-nums">
          {budget ? `Budget ${formatAmount(budget.cap)}, ${formatAmount(budget.free)} left` : "No budget"}
        </span>
        <Button small variant="quiet" className="ms-auto" aria-expanded={open} onClick={() => setOpen(!open)}>
          {budget ? "Change" : "Set a budget"}
        </Button>
      </div>
      {open && <BudgetForm session={session} onDone={() => setOpen(false)} />}
    </div>
  );
}

function BudgetForm({ session, onDone }: { session: Session; onDone: () => void }) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const change = useBudget(session.id);
  const save = () => {
    const parsed = parseDollars(typed);
    setProblem(parsed.ok ? null : parsed.why);
    if (parsed.ok) change.mutate(parsed.units.toString(), { onSuccess: onDone });
  };
  return (
    <form
      className="mt-1.5 flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!change.isPending) save();
      }}
    >
      <DollarField
        label="Budget (max.)"
        small
        value={typed}
        problem={problem}
        onChange={(value) => {
          setTyped(value);
          setProblem(null);
        }}
      />
      <Button type="submit" small busy={change.isPending ? "Saving…" : undefined}>
        Save
      </Button>
      {session.budget && !change.isPending && (
        <Button small variant="quiet" onClick={() => change.mutate(null, { onSuccess: onDone })}>
          Remove budget
        </Button>
      )}
      <ErrorLine error={change.error} className="w-full text-xs" />
    </form>
  );
}
