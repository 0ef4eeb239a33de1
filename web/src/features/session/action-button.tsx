import { useId } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { WhyNot } from "../../ui/why-not.tsx";
import type { Action } from "./stage-actions.ts";
import type { StageAction } from "./use-stage-action.ts";

type ActionButtonProps = {
  action: Action;
  run: StageAction;
  variant?: "primary" | "plain" | "quiet";
  small?: boolean;
  wide?: boolean;
};

/** A button that does one thing with the stage, or says why it cannot. */
export function ActionButton({ action, run, variant = "plain", small = false, wide = false }: ActionButtonProps) {
  const id = useId();
  const busy = run.isPending && run.variables === action.key;
  return (
    <>
      <Button
        variant={action.why === null ? variant : "plain"}
        small={small}
        wide={wide}
        off={action.why !== null || (run.isPending && !busy)}
        busy={busy ? action.busy : undefined}
        aria-describedby={action.why === null ? undefined : id}
        onClick={() => run.mutate(action.key)}
      >
        {action.key === "pause" && <Icon name="pause" size={14} />}
        {action.key === "resume" && <Icon name="play" size={14} />}
        {action.label}
      </Button>
      {action.why !== null && (
        <WhyNot id={id} icon={action.key === "generate" ? "lock" : "clock"}>
          {action.why}
        </WhyNot>
      )}
    </>
  );
}
