import { useEffect, useRef } from "react";
import { useStored } from "../../ui/use-stored.ts";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/**
 * Single-key shortcuts, which have no effect in fields and dialogs. A handler returns false if it had nothing to do, and the
 * browser then handles the key. A capital letter means Shift: `Z` is Shift and z.
 */
export function useLetterKeys(handlers: readonly (readonly [key: string, act: () => unknown])[], isOn: boolean): void {
  const current = useRef(handlers);
  current.current = handlers;
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
      if (document.querySelector("dialog[open]")) return;
      const [, act] = current.current.find(([key]) => key === event.key) ?? [];
      if (!act || act() === false) return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [isOn]);
}

/** Whether single-letter shortcuts are on. A person can switch them off. */
export function useLetterKeysSetting(): { isOn: boolean; set: (isOn: boolean) => void } {
  const [stored, store] = useStored("letter-keys");
  return { isOn: stored !== "off", set: (isOn) => store(isOn ? "" : "off") };
}
