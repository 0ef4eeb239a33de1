import { Icon } from "../../ui/icon.tsx";
import { splitMentions } from "./mentions.ts";
import { useItems } from "./use-items.ts";

/** The user's text, with mentioned items shown as chips. */
export function MessageText({ text }: { text: string }) {
  const items = useItems();
  return (
    <p dir="auto" className="text-sm break-words whitespace-pre-wrap">
      {splitMentions(text, items ?? []).map((part, place) => {
        // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of a message do not move.
        if (part.kind === "text") return <span key={place}>{part.text}</span>;
        if (part.kind === "item") return <ItemChip key={place} name={part.name} />;
        if (!items) return <ItemChip key={place} name={part.name} />;
        // biome-ignore-end lint/suspicious/noArrayIndexKey: as above.
        return (
          <span key={part.text} className="text-ink-3" title="This item no longer exists in the project.">
            <Icon name="warning" size={12} className="me-0.5 inline align-[-1px]" />@{part.name}
            <span className="sr-only"> (no item of this project)</span>
          </span>
        );
      })}
    </p>
  );
}

export const ItemChip = ({ name }: { name: string }) => (
  <span className="inline-block max-w-full truncate rounded-full border border-line-2 bg-sunken px-1.5 align-bottom text-xs font-semi text-ink">
    @<bdi>{name}</bdi>
  </span>
);
