import type { InboxAction, InboxItem } from "@dialectic/contract";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ErrorLine } from "../../api/error-message.tsx";
import { Button, buttonLook } from "../../ui/button.tsx";
import { describeLoss, nameAction } from "./describe-item.ts";
import { InlineAnswers } from "./inline-answers.tsx";
import { useInboxAction } from "./use-inbox-action.ts";

/** The buttons of an item. An action that cannot be undone is confirmed on a separate line, away from its first button. */
export function ItemActions({ item, isResolved }: { item: InboxItem; isResolved: boolean }) {
  const act = useInboxAction();
  const [asked, setAsked] = useState<InboxAction | null>(null);
  const [isOpen, setOpen] = useState(false);
  const loss = asked && describeLoss(asked, item);
  return (
    <>
      <div className="mt-2 flex flex-wrap gap-2">
        {item.actions.map((action) => {
          const words = nameAction(action, item);
          const isThis = act.variables?.do === action.do;
          if (words) {
            const isDone = isThis && act.isSuccess;
            return (
              <Button
                key={action.do}
                small
                variant={action.do === "accept-findings" || action.do === "drop-card" ? "quiet" : "plain"}
                // The button stays in place and keeps the focus, so that a second click does not hit the next row.
                off={isResolved || isDone || asked?.do === action.do}
                busy={isThis && act.isPending ? words.busy : undefined}
                onClick={() => (describeLoss(action, item) ? setAsked(action) : act.mutate(action))}
              >
                {isDone ? words.done : words.label}
              </Button>
            );
          }
          if (action.do === "review-document") {
            return <ReviewLink key={action.do} documentId={action.documentId} />;
          }
          return (
            <Button key={action.do} small aria-expanded={isOpen} off={isResolved} onClick={() => setOpen(!isOpen)}>
              {action.do === "answer" ? "Answer" : "Choose"}
            </Button>
          );
        })}
        <StageLink item={item} />
      </div>
      {asked && loss && !act.isSuccess && (
        <fieldset aria-label={loss.confirm} className="mt-2 space-y-2 text-sm">
          <p>{loss.text}</p>
          <div className="flex flex-wrap justify-end gap-2">
            <Button small variant="quiet" onClick={() => setAsked(null)}>
              Cancel
            </Button>
            <Button small busy={act.isPending ? "…" : undefined} onClick={() => act.mutate(asked)}>
              {loss.confirm}
            </Button>
          </div>
        </fieldset>
      )}
      <ErrorLine error={act.error} className="mt-1 text-xs" />
      {isOpen && <InlineAnswers item={item} />}
    </>
  );
}

const ReviewLink = ({ documentId }: { documentId: string }) => (
  <Link to="/documents/$documentId" params={{ documentId }} className={buttonLook({ small: true })}>
    Review
  </Link>
);

/** A link to the page that shows the item in full. */
function StageLink({ item: { kind, sessionId, projectId, stage } }: { item: InboxItem }) {
  const look = buttonLook({ small: true, variant: "quiet" });
  if (kind === "card" && projectId) {
    return (
      <Link to="/projects/$projectId/board" params={{ projectId }} className={look}>
        Open the board
      </Link>
    );
  }
  if (!sessionId || kind === "findings") return null;
  return (
    <Link to="/sessions/$sessionId" params={{ sessionId }} search={stage ? { stage } : {}} className={look}>
      {kind === "submit" ? "Read" : "Open"}
    </Link>
  );
}
