import type { Claim, Session, Verdict } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { ErrorLine } from "../../api/error-message.tsx";
import { claimsQuery } from "../../api/queries.ts";
import { cx } from "../../ui/cx.ts";
import { formatNumber } from "../../ui/format.ts";
import type { Mark } from "../../ui/marks/assign-marks.ts";
import { ModelMark } from "../../ui/marks/model-mark.tsx";
import { useChoice } from "./use-steering.ts";

type ContestedClaimsProps = {
  session: Session;
  /** The ids of the selected stage's contributions. Only their verdicts are shown. */
  judges: ReadonlySet<string>;
  marks: Map<string, Mark>;
};

/** The contested claims and the user's choices, which later stages follow. */
export function ContestedClaims({ session, judges, marks }: ContestedClaimsProps) {
  const { data } = useQuery(claimsQuery(session.id));
  const judged = (data?.items ?? []).filter((claim) => claim.verdicts.some((one) => judges.has(one.contributionId)));
  if (judged.length === 0) return null;
  const contested = judged.filter((claim) => claim.contested);
  const agreed = judged.filter((claim) => !claim.contested);
  const chosen = contested.filter((claim) => claim.choice !== null).length;
  return (
    <section aria-labelledby="claims" className="border-b border-line px-5 py-3.5">
      <div className="mb-2 flex items-baseline gap-2">
        <h2 id="claims" className="font-title">
          Claims
        </h2>
        <span className="ms-auto text-xs text-ink-3 tabular-nums">
          {judged.length - contested.length} of {judged.length} agreed
        </span>
      </div>
      {contested.length === 0 ? (
        <p className="text-sm text-ink-2">The syntheses agree on every claim.</p>
      ) : (
        <details open={contested.length <= 3}>
          <summary className="cursor-pointer text-sm text-ink-2">
            They disagree on {formatNumber(contested.length, "claim")}; you have decided {chosen}.
          </summary>
          <ol className="mt-2 space-y-3">
            {contested.map((claim) => (
              <ClaimChoice key={claim.number} sessionId={session.id} claim={claim} marks={marks} />
            ))}
          </ol>
        </details>
      )}
      {agreed.length > 0 && (
        <details>
          <summary className="cursor-pointer text-sm text-ink-2">
            Who judged the {formatNumber(agreed.length, "claim")} they agree on, and why
          </summary>
          <ol className="mt-2 space-y-3">
            {agreed.map((claim) => (
              <ClaimChoice key={claim.number} sessionId={session.id} claim={claim} marks={marks} />
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

const verdicts: Verdict[] = ["kept", "merged", "rejected", "open"];

/** One claim with its verdicts and the user's choice. */
export function ClaimChoice({
  sessionId,
  claim,
  marks,
}: {
  sessionId: string;
  claim: Claim;
  marks: Map<string, Mark>;
}) {
  const choose = useChoice({ sessionId, number: claim.number });
  return (
    <li className="space-y-1">
      <p dir="auto" className="text-sm break-words">
        <span className="me-1 text-xs text-ink-3 tabular-nums">{claim.id}</span> {claim.text}
      </p>
      <ul className="space-y-0.5 text-xs text-ink-2">
        {claim.verdicts.map((one) => (
          <li key={one.contributionId} className="flex gap-1.5">
            <ModelMark mark={marks.get(one.model)} name={one.model} size={14} />
            <span dir="auto" className="min-w-0 break-words">
              <strong className="font-strong">{one.verdict}</strong>
              {one.because !== "" && `: ${one.because}`}
            </span>
          </li>
        ))}
      </ul>
      <fieldset aria-label={`Your choice on ${claim.id}`} className="flex flex-wrap gap-1">
        {verdicts.map((verdict) => {
          const isChosen = claim.choice?.verdict === verdict;
          return (
            <button
              key={verdict}
              type="button"
              aria-pressed={isChosen}
              onClick={() => !choose.isPending && choose.mutate(verdict)}
              className={cx(
                "inline-flex h-[24px] items-center rounded-[6px] border px-2 text-xs max-mid:h-9",
                isChosen
                  ? "border-ink bg-ink text-on-ink"
                  : "border-line-2 bg-panel text-ink-2 hover:border-control hover:text-ink",
              )}
            >
              {verdict}
            </button>
          );
        })}
      </fieldset>
      <ErrorLine error={choose.error} />
    </li>
  );
}
