import type { Scores, Session } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { scoresQuery } from "../../../api/queries.ts";
import type { Mark } from "../../../ui/marks/assign-marks.ts";
import { ModelMark } from "../../../ui/marks/model-mark.tsx";

type StageScoresProps = {
  session: Session;
  /** The ids of the selected stage's contributions. Scores are shown only in the stage that contains the critiques. */
  critics: ReadonlySet<string>;
  marks: Map<string, Mark>;
};

/** The scores of each proposal. Its author's own score is shown but not counted. */
export function StageScores({ session, critics, marks }: StageScoresProps) {
  const { data } = useQuery(scoresQuery(session.id));
  const scored = (data?.items ?? []).filter((one) => one.critics.some((card) => critics.has(card.contributionId)));
  if (!data || scored.length === 0) return null;
  return (
    <section aria-labelledby="scores" className="border-b border-line px-5 py-3.5">
      <h2 id="scores" className="mb-2 font-title">
        Scores
      </h2>
      <table className="w-full text-xs tabular-nums">
        <thead className="text-ink-3">
          <tr>
            <th scope="col" className="py-0.5 text-start font-normal">
              Proposal of
            </th>
            <th scope="col" className="py-0.5 text-end font-normal">
              Median
            </th>
            <th scope="col" className="py-0.5 text-end font-normal">
              Preferred
            </th>
            <th scope="col" className="py-0.5 text-end font-normal">
              By its author
            </th>
          </tr>
        </thead>
        <tbody>
          {scored.map((one) => (
            <tr key={one.proposalId}>
              <th scope="row" className="py-0.5 text-start font-normal">
                <span className="inline-flex items-center gap-1.5">
                  <ModelMark mark={marks.get(one.model)} name={one.model} size={14} decorative />
                  {one.model}
                  {one.proposal !== null && <span className="text-ink-3">no. {one.proposal}</span>}
                </span>
              </th>
              <td className="py-0.5 text-end">{shown(one.median)}</td>
              <td className="py-0.5 text-end">{share(one.preference)}</td>
              <td className="py-0.5 text-end text-ink-3">
                {shown(one.critics.find((card) => card.self)?.total ?? null)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-1.5 text-xs text-ink-2">
        {data.leadModel} writes the last stages: {reasonOf(data)}.
      </p>
    </section>
  );
}

/** Why this model leads. With two models, no critic compares proposals, because a critic's own proposal is left out. */
function reasonOf({ items, leadChosen }: Scores): string {
  if (leadChosen) return "chosen by you";
  return items.some(({ preference }) => preference !== null)
    ? "preferred by the critics; ties go to the first"
    : "no critic compared two proposals by other models, so the first model leads";
}

/** Formats a proposal's preference: the share of comparisons that it won. */
const share = (preference: number | null): string => (preference === null ? "–" : `${Math.round(preference * 100)} %`);
const shown = (score: number | null): string => (score === null ? "–" : score.toFixed(1));
