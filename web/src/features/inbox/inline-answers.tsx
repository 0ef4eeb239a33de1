import type { InboxItem } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { claimsQuery, questionsQuery, sessionQuery } from "../../api/queries.ts";
import { ClaimChoice } from "../../parts/steering/contested-claims.tsx";
import { QuestionForm } from "../../parts/steering/open-questions.tsx";
import { assignMarks } from "../../ui/marks/assign-marks.ts";
import { Loading } from "../../ui/page/skeleton.tsx";

/** The questions or claims of an item, with the same forms as on the session page. */
export function InlineAnswers({ item }: { item: InboxItem }) {
  const { sessionId, actions } = item;
  const [action] = actions;
  // Questions or claims that were open when the form was opened stay in it, so that an answer can be corrected.
  const [numbers] = useState(() => new Set(action && "numbers" in action ? action.numbers : []));
  if (!sessionId || !action) return null;
  return (
    <div className="mt-3 border-t border-line pt-3">
      {action.do === "answer" ? (
        <Questions sessionId={sessionId} numbers={numbers} />
      ) : (
        <Claims sessionId={sessionId} numbers={numbers} />
      )}
    </div>
  );
}

type Numbered = { sessionId: string; numbers: ReadonlySet<number> };

function Questions({ sessionId, numbers }: Numbered) {
  const { data } = useQuery(questionsQuery(sessionId));
  if (!data) return <Loading what="Loading the questions" />;
  return (
    <ol className="space-y-3">
      {data
        .filter(({ number }) => numbers.has(number))
        .map((question) => (
          <QuestionForm key={question.number} sessionId={sessionId} question={question} />
        ))}
    </ol>
  );
}

function Claims({ sessionId, numbers }: Numbered) {
  const { data } = useQuery(claimsQuery(sessionId));
  const { data: session } = useQuery(sessionQuery(sessionId));
  if (!data || !session) return <Loading what="Loading the claims" />;
  const marks = assignMarks(session.models);
  return (
    <ol className="space-y-3">
      {data.items
        .filter(({ number }) => numbers.has(number))
        .map((claim) => (
          <ClaimChoice key={claim.number} sessionId={sessionId} claim={claim} marks={marks} />
        ))}
    </ol>
  );
}
