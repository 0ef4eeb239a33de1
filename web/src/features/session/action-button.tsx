import { useId } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Reason } from "../../ui/reason.tsx";
import type { Action, ActionKey } from "./stage/stage-actions.ts";
import type { StageAction } from "./stage/use-stage-action.ts";

type ActionButtonProps = {
  action: Action;
  run: StageAction;
  variant?: "primary" | "plain" | "quiet";
  small?: boolean;
  wide?: boolean;
  /** On small screens, shows only the icon; screen readers still read the name. */
  compact?: boolean;
  /** Called instead of the action, for example to ask for confirmation. */
  onPress?: () => void;
};

const icons: Partial<Record<ActionKey, IconName>> = { pause: "pause", resume: "play" };

/** A button for an action on the stage. If the action is not available, shows the reason. */
export function ActionButton({
  action,
  run,
  variant = "plain",
  small = false,
  wide = false,
  compact = false,
  onPress,
}: ActionButtonProps) {
  const id = useId();
  const icon = icons[action.key];
  const busy = run.isPending && run.variables?.key === action.key;
  return (
    <>
      <Button
        variant={action.why === null ? variant : "plain"}
        small={small}
        wide={wide}
        off={action.why !== null || (run.isPending && !busy)}
        busy={busy ? action.busy : undefined}
        aria-describedby={action.why === null ? undefined : id}
        onClick={onPress ?? (() => run.mutate({ key: action.key }))}
      >
        {icon && <Icon name={icon} size={14} />}
        <span className={compact ? "max-mid:sr-only" : ""}>{action.label}</span>
      </Button>
      {action.why !== null && (
        <Reason id={id} icon={action.key === "generate" ? "lock" : "clock"}>
          {action.why}
        </Reason>
      )}
    </>
  );
}
