import { type BoardCard, sameMilestone } from "@dialectic/contract";
import { Link } from "@tanstack/react-router";

/** Where a plan that changed left several cards of one milestone: which of them this one is, and the way to the others. */
export function CardOrigin({ card, all }: { card: BoardCard; all: readonly BoardCard[] }) {
  const { replaced, earlier, later } = sameMilestone(card, all);
  if (replaced.length + earlier.length + later.length === 0) return null;
  return (
    <p className="mt-2 text-xs text-ink-2">
      {replaced.length > 0 && (
        <>
          In place of <CardLinks cards={replaced} />.{" "}
        </>
      )}
      {earlier.length > 0 && (
        <>
          Added by a later plan, beside <CardLinks cards={earlier} />.{" "}
        </>
      )}
      {later.length > 0 && (
        <>
          Of an earlier plan: <CardLinks cards={later} /> came later.
        </>
      )}
    </p>
  );
}

function CardLinks({ cards }: { cards: readonly BoardCard[] }) {
  return cards.map(({ id, projectId, number }, index) => (
    <span key={id}>
      {index > 0 && ", "}
      <Link to="/projects/$projectId/board" params={{ projectId }} hash={`card-${number}`} className="link">
        card {number}
      </Link>
    </span>
  ));
}
