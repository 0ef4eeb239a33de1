import type { DocumentSummary } from "@dialectic/contract";
import { Link } from "@tanstack/react-router";
import { buttonLook } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Neighbours } from "./neighbours.ts";

/** Links to the session's previous and next document, in the order in which they were written. */
export function PreviousNext({ neighbours }: { neighbours: Neighbours }) {
  if (!neighbours.previous && !neighbours.next) return null;
  return (
    <nav aria-label="Previous and next document" className="flex gap-1.5">
      <DocumentLink to={neighbours.previous} word="Previous" />
      <DocumentLink to={neighbours.next} word="Next" />
    </nav>
  );
}

function DocumentLink({ to, word }: { to: DocumentSummary | undefined; word: "Previous" | "Next" }) {
  if (!to) return null;
  return (
    <Link
      to="/documents/$documentId"
      params={{ documentId: to.id }}
      className={buttonLook({ small: true })}
      aria-label={`${word}: ${to.title} by ${to.model}`}
    >
      {word === "Previous" && <Icon name="left" size={12} className="rtl:rotate-180" />}
      {word}
      {word === "Next" && <Icon name="right" size={12} className="rtl:rotate-180" />}
    </Link>
  );
}
