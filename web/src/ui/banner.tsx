import { cx } from "./cx.ts";
import { Icon, type IconName } from "./icon.tsx";

type BannerProps = {
  /** `plain` is for information, `you` for what the user must do, and `bad` for an error. */
  tone?: "plain" | "you" | "bad";
  icon: IconName;
  title: React.ReactNode;
  children?: React.ReactNode;
  actions?: React.ReactNode;
  className?: string;
};

/** A message: what happened, what it means, and what to do. Each region shows only its most urgent message. */
export function Banner({ tone = "plain", icon, title, children, actions, className }: BannerProps) {
  return (
    <div
      role={tone === "bad" ? "alert" : "status"}
      className={cx(
        "flex flex-wrap items-start gap-x-2.5 gap-y-2 rounded-3 border px-4 py-2.5 text-sm mid:flex-nowrap",
        tone === "plain" && "border-line-2 bg-panel",
        tone === "you" && "border-mark-line bg-mark-soft",
        tone === "bad" && "border-bad-line bg-bad-soft",
        className,
      )}
    >
      <Icon name={icon} className={cx("mt-0.5", tone === "bad" && "text-bad")} />
      <div className="min-w-0 flex-[1_1_calc(100%-40px)] mid:flex-1">
        <b className="font-strong">{title}</b> {children}
      </div>
      {actions && <div className="flex flex-wrap gap-2 max-mid:w-full max-mid:*:flex-1">{actions}</div>}
    </div>
  );
}
