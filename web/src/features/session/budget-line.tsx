import { parseDollars, type Session } from "@dialectic/contract";
import { useState } from "react";
import { Refused } from "../../api/explained.tsx";
import { DollarField } from "../../money/dollar-field.tsx";
import { useBudget } from "../../money/use-payments.ts";
import { Button } from "../../ui/button.tsx";
import { formatAmount } from "../../ui/format.ts";

/** What the session may cost at most, and a way to change that. */
export function BudgetLine({ session }: { session: Session }) {
  const [open, setOpen] = useState(false);
  const { budget } = session;
  return (
    <div className="mt-2 text-sm">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className="tabular-nums">
          {budget
            ? `Budget ${formatAmount(budget.cap)}, ${formatAmount(budget.free)} left`
            : "No budget: nothing caps it"}
        </span>
        <Button small variant="quiet" className="ms-auto" aria-expanded={open} onClick={() => setOpen(!open)}>
          {budget ? "Change" : "Set one"}
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
        label="It may cost at most"
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
          Lift it
        </Button>
      )}
      <Refused error={change.error} className="w-full text-xs" />
    </form>
  );
}
