import { useRef } from "react";
import { cx } from "./cx.ts";
import { Spinner } from "./spinner.tsx";

type Look = { variant?: "primary" | "plain" | "quiet"; small?: boolean; wide?: boolean; square?: boolean };

/** The look of a button. Also used for links that look like buttons. */
export function buttonLook({ variant = "plain", small, wide, square }: Look = {}): string {
  return cx(
    "inline-flex items-center justify-center gap-1.5 border font-medium whitespace-nowrap no-underline",
    "transition-colors duration-(--fast) ease-std",
    "aria-disabled:border-dashed aria-disabled:border-line-2 aria-disabled:bg-sunken aria-disabled:text-ink-3",
    small ? "h-[26px] rounded-[5px] text-xs max-mid:h-9" : "h-(--control-height) rounded-2 text-sm",
    square ? (small ? "w-[26px] max-mid:w-9" : "w-(--control-height)") : small ? "px-2 max-mid:px-2.5" : "px-3",
    wide && "w-full",
    variant === "primary" &&
      "border-ink bg-ink text-on-ink not-aria-disabled:hover:bg-ink-2 [&_kbd]:border-on-ink/45 [&_kbd]:text-inherit",
    variant === "plain" &&
      "border-line-2 bg-panel text-ink not-aria-disabled:hover:border-control not-aria-disabled:hover:bg-hover",
    variant === "quiet" && "border-transparent text-ink-2 hover:bg-hover hover:text-ink",
  );
}

type ButtonProps = Look &
  Omit<React.ComponentProps<"button">, "disabled"> & {
    /**
     * Disabled but focusable, so that screen readers find the reason. The caller shows the reason and refers to it with
     * aria-describedby.
     */
    off?: boolean;
    /** The label until the server has confirmed the action. */
    busy?: string | undefined;
  };

export function Button({
  variant,
  small,
  wide,
  square,
  off,
  busy,
  onClick,
  children,
  className,
  ...rest
}: ButtonProps) {
  const blocked = off || busy !== undefined;
  const lastPress = useRef(Number.NEGATIVE_INFINITY);
  const press = (event: React.MouseEvent<HTMLButtonElement>) => {
    // Ignores the second click of a double click whose first click hit another button that this one has replaced under
    // the pointer. For clicks by keyboard or by a program, `detail` is 0.
    const isStray = event.detail > 1 && event.timeStamp - lastPress.current > 1000;
    lastPress.current = event.timeStamp;
    if (blocked || isStray) event.preventDefault();
    else onClick?.(event);
  };
  const look = buttonLook({
    ...(variant && { variant }),
    ...(small && { small }),
    ...(wide && { wide }),
    ...(square && { square }),
  });
  return (
    <button
      type="button"
      {...rest}
      className={cx(look, className)}
      aria-disabled={blocked || undefined}
      aria-busy={busy !== undefined || undefined}
      onClick={press}
    >
      {busy === undefined ? (
        children
      ) : (
        // The hidden label keeps its space, so that nothing next to the button moves when it becomes busy.
        <span className="grid place-items-center *:col-start-1 *:row-start-1 *:inline-flex *:items-center *:gap-1.5">
          <span className="invisible">{children}</span>
          <span>
            <Spinner />
            {busy}
          </span>
        </span>
      )}
    </button>
  );
}
