import { Icon, type IconName } from "./icon.tsx";

/** Says visibly why a control is off. This is not in a tooltip, because people without a pointer must be able to read it. */
export function Reason({ id, icon = "clock", children }: { id: string; icon?: IconName; children: React.ReactNode }) {
  return (
    <p id={id} className="flex gap-1.5 text-xs leading-[1.125rem] text-ink-2">
      <Icon name={icon} size={14} className="mt-0.5 text-ink-3" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
