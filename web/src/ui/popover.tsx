import { useEffect, useId, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";

type PopoverProps = {
  label: string;
  button: React.ReactNode;
  children: React.ReactNode;
  /** Whether the panel opens above its button, as it must at the bottom of the window. */
  above?: boolean;
};

/** A small button that opens a panel of choices. Escape closes the panel and returns the focus to the button. */
export function Popover({ label, button, children, above = false }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      root.current?.querySelector("button")?.focus();
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    document.addEventListener("keydown", closeByKey);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
      document.removeEventListener("keydown", closeByKey);
    };
  }, [open]);

  return (
    <div ref={root} className={cx("relative flex", !above && "max-mid:static")}>
      <Button small aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}>
        {button}
        <Icon name="down" size={12} />
      </Button>
      {open && (
        <fieldset
          id={id}
          aria-label={label}
          className={cx(
            "absolute start-0 z-10 max-h-[60vh] w-[340px] overflow-auto rounded-3 border border-line-2 bg-panel p-1 shadow-pop",
            above
              ? "bottom-full mb-1 max-w-[calc(100vw-40px)]"
              : "top-full mt-1 max-w-[calc(100vw-32px)] max-mid:inset-x-4 max-mid:w-auto",
          )}
        >
          {children}
        </fieldset>
      )}
    </div>
  );
}

type ChoiceProps = {
  kind: "radio" | "checkbox";
  name: string;
  checked: boolean;
  onChange: () => void;
  mark?: React.ReactNode;
  title: string;
  about: string;
};

/** One choice in a popover. Clicking anywhere on the line selects it. */
export function Choice({ kind, name, checked, onChange, mark, title, about }: ChoiceProps) {
  return (
    <label className="flex cursor-pointer items-start gap-2.5 rounded-2 px-2.5 py-2 hover:bg-hover">
      <input
        type={kind}
        name={name}
        checked={checked}
        onChange={onChange}
        className="mt-1 size-3.5 flex-none accent-ink"
      />
      {mark}
      <span className="min-w-0">
        <bdi className="block text-sm font-semi">{title}</bdi>
        <span className="block text-xs text-ink-3">{about}</span>
      </span>
    </label>
  );
}
