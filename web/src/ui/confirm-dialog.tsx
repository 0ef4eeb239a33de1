import { useEffect, useId, useRef } from "react";
import { Button } from "./button.tsx";

type ConfirmDialogProps = {
  title: React.ReactNode;
  /** The consequences: what happens, what is lost, what it costs. */
  children: React.ReactNode;
  /** The label of the button that changes nothing. This button has the focus. */
  keep: string;
  onKeep: () => void;
  /** The buttons that carry out the action. */
  actions: React.ReactNode;
};

/**
 * Asks for a confirmation before work or money is lost. The dialog is open as long as it is rendered. Escape has the same
 * effect as `keep`.
 */
export function ConfirmDialog({ title, children, keep, onKeep, actions }: ConfirmDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const safe = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    safe.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onKeep();
      }}
      className="m-auto w-[480px] max-w-[calc(100vw-32px)] rounded-3 border border-line-2 bg-panel p-5 text-ink shadow-pop backdrop:bg-ink/30"
    >
      <h2 id={id} className="text-lg font-title" dir="auto">
        {title}
      </h2>
      <div className="mt-2 space-y-2 text-sm text-ink-2">{children}</div>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button ref={safe} onClick={onKeep}>
          {keep}
        </Button>
        {actions}
      </div>
    </dialog>
  );
}
