import { type BoardCard, sameMilestone } from "@dialectic/contract";
import { Link } from "@tanstack/react-router";

/**
 * Shows how this card relates to the other cards of its milestone, and links to them. A milestone can have several cards if
 * the plan was changed.
 */
export function CardOrigin({ card, all }: { card: BoardCard; all: readonly BoardCard[] }) {
  const { replaced, earlier, later } = sameMilestone(card, all);
  if (replaced.length + earlier.length + later.length === 0) return null;
  return (
    <p className="mt-2 text-xs text-ink-2">
      {replaced.length > 0 && (
        <>
          Replaces <CardLinks cards={replaced} />.{" "}
        </>
      )}
      {earlier.length > 0 && (
        <>
          Added by a later plan, next to <CardLinks cards={earlier} />.{" "}
        </>
      )}
      {later.length > 0 && (
        <>
          From an earlier plan, followed by <CardLinks cards={later} />.
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
