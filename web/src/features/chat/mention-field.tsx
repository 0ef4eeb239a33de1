import { useId, useLayoutEffect, useRef, useState } from "react";
import { cx } from "../../ui/cx.ts";
import { findNames, type MentionedItem, offerItems } from "./mentions.ts";
import { ItemChip } from "./message-text.tsx";

type MentionFieldProps = {
  text: string;
  items: readonly MentionedItem[];
  onType: (text: string) => void;
  onSend: () => void;
  field: React.RefObject<HTMLTextAreaElement | null>;
};

/** The input field for a message. Typing `@` offers the project's items. Mentioned items are shown below the text. */
export function MentionField({ text, items, onType, onSend, field }: MentionFieldProps) {
  const id = useId();
  const [caret, setCaret] = useState(0);
  /** The position of the `@` whose list of items the user has closed. */
  const [closedAt, setClosedAt] = useState(-1);
  const [chosen, setChosen] = useState(0);
  /** Where to put the caret after an item was inserted. Without this, React moves it to the end of the field. */
  const moveTo = useRef<number | null>(null);
  const offer = offerItems(text, caret, items);
  const offered = offer && offer.start !== closedAt ? offer.offered : [];
  const place = Math.min(chosen, offered.length - 1);
  const mentioned = [...new Map(findNames(text, items).map(({ item }) => [item.id, item])).values()];

  useLayoutEffect(() => {
    if (moveTo.current === null) return;
    field.current?.setSelectionRange(moveTo.current, moveTo.current);
    moveTo.current = null;
  });

  const insert = (item: MentionedItem) => {
    if (!offer) return;
    const after = text.slice(caret).replace(/^ /, "");
    const before = `${text.slice(0, offer.start)}@${item.name} `;
    moveTo.current = before.length;
    setCaret(before.length);
    setClosedAt(offer.start);
    onType(before + after);
    field.current?.focus();
  };
  const onKeyDown = (event: React.KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return; // the key press belongs to an input method
    const item = offered[place];
    if (item && ["ArrowDown", "ArrowUp", "Enter", "Tab", "Escape"].includes(event.key) && !event.shiftKey) {
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "ArrowDown") setChosen((place + 1) % offered.length);
      else if (event.key === "ArrowUp") setChosen((place + offered.length - 1) % offered.length);
      else if (event.key === "Escape") setClosedAt(offer?.start ?? -1);
      else insert(item);
      return;
    }
    // Enter sends the message; Shift+Enter starts a new line.
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    onSend();
  };

  return (
    <div className="relative">
      {offered.length > 0 && (
        <div
          id={id}
          role="listbox"
          aria-label="Items"
          className="absolute inset-x-0 bottom-full z-10 mb-1 max-h-60 overflow-auto rounded-3 border border-line-2 bg-panel p-1 shadow-pop"
        >
          {offered.map((item, index) => (
            <div
              key={item.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === place}
              // Keeps the click from taking the focus out of the field.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => insert(item)}
              onKeyDown={() => undefined}
              className={cx(
                "cursor-pointer truncate rounded-2 px-2.5 py-1.5 text-sm hover:bg-hover max-mid:py-2.5",
                index === place && "bg-hover font-semi",
              )}
            >
              <bdi>{item.name}</bdi>
            </div>
          ))}
        </div>
      )}
      <textarea
        ref={field}
        aria-label="Message"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={offered.length > 0 ? id : undefined}
        aria-activedescendant={offered.length > 0 ? `${id}-${place}` : undefined}
        dir="auto"
        rows={2}
        value={text}
        placeholder={
          items.length > 0 ? "Ask, or describe what to change. @ mentions an item" : "Ask, or describe what to change"
        }
        onChange={(event) => {
          const { value, selectionStart } = event.target;
          setCaret(selectionStart);
          setChosen(0);
          if (!value.startsWith("@", closedAt)) setClosedAt(-1);
          onType(value);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onBlur={() => setCaret(0)}
        onKeyDown={onKeyDown}
        className="block field-sizing-content max-h-[40vh] min-h-14 w-full resize-none rounded-t-3 px-3 pt-2.5 text-sm outline-none"
      />
      {mentioned.length > 0 && (
        <p className="flex flex-wrap gap-1 px-3 pt-1 text-xs">
          <span className="sr-only">Mentioned items:</span>
          {mentioned.map(({ id: item, name }) => (
            <ItemChip key={item} name={name} />
          ))}
        </p>
      )}
    </div>
  );
}
