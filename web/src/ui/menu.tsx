import { useEffect, useId, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

type MenuProps = {
  label: string;
  items: { key: string; label: string; onChoose: () => void }[];
};

/** A button that opens a menu of rarely used actions, so that they are not clicked by accident. */
export function Menu({ label, items }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return;
    root.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setIsOpen(false);
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, [isOpen]);

  const close = () => {
    setIsOpen(false);
    root.current?.querySelector("button")?.focus();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!isOpen) return;
    const all = [...(root.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    const place = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === "Escape") close();
    else if (to === undefined) return;
    else all.at(to % all.length)?.focus();
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys of the menu inside
    <div ref={root} className="relative flex" onKeyDown={onKeyDown}>
      <Button
        small
        square
        variant="quiet"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="more" size={16} />
      </Button>
      {isOpen && (
        <div
          id={id}
          role="menu"
          aria-label={label}
          className="absolute end-0 top-full z-10 mt-1 min-w-40 rounded-3 border border-line-2 bg-panel p-1 shadow-pop"
        >
          {items.map((item) => (
            <Button
              key={item.key}
              role="menuitem"
              tabIndex={-1}
              wide
              variant="quiet"
              className="justify-start!"
              onClick={() => {
                close();
                item.onChoose();
              }}
            >
              {item.label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
