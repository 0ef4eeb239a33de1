import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { client } from "../../api/client.ts";
import { keys, noticesQuery, projectsQuery } from "../../api/queries.ts";
import { Button, buttonLook } from "../../ui/button.tsx";
import { formatAge, formatNumber } from "../../ui/format.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import type { Need } from "./needs.ts";
import { useNeeds } from "./use-needs.ts";

/** The inbox: what stands still until the reader does something. */
export function NeedsYou() {
  const needs = useNeeds();
  const { isPending } = useQuery(noticesQuery);
  return (
    <section aria-labelledby="needs">
      <div className="flex items-center gap-2 px-0.5 pb-2.5">
        <h2 id="needs" className="scroll-mt-16 text-xl font-title tracking-[-.012em]">
          Needs you
        </h2>
        {needs.length > 0 && (
          <span className="min-w-[18px] rounded-full bg-you px-[5px] text-center text-xs leading-[18px] font-semi text-on-you">
            {needs.length}
          </span>
        )}
      </div>
      {needs.length > 0 ? (
        <ul className="rounded-3 border border-line bg-panel">
          {needs.map((need) => (
            <NeedCard key={need.id} need={need} />
          ))}
        </ul>
      ) : isPending ? (
        <Loading what="Looking for what waits" className="rounded-3 border border-line bg-panel p-5" />
      ) : (
        <Nothing />
      )}
    </section>
  );
}

function Nothing() {
  const projects = useQuery(projectsQuery);
  const running = projects.data?.filter((project) => project.latestSession?.status === "running").length ?? 0;
  return (
    <p className="rounded-3 border border-line bg-panel px-5 py-4 text-sm text-ink-2">
      Nothing needs you.{" "}
      {running > 0
        ? `${formatNumber(running, "session")} ${running === 1 ? "is" : "are"} running.`
        : "Paused work, failures and stages that wait for you are shown here."}
    </p>
  );
}

const icons: Partial<Record<Need["kind"], IconName>> = {
  paused: "pause",
  "budget.reached": "wallet",
  "stage.finished": "right",
};

function NeedCard({ need }: { need: Need }) {
  const queryClient = useQueryClient();
  const read = useMutation({
    mutationFn: () => client.readNotice({ params: { noticeId: need.id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.notices }),
  });
  const broken = need.kind.endsWith(".failed");
  return (
    <li className="flex items-start gap-2 border-b border-line px-4 py-3 last:border-0">
      <Icon name={icons[need.kind] ?? "warning"} className={broken ? "mt-[3px] text-bad" : "mt-[3px] text-ink-2"} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <h3 className="min-w-0 flex-1 font-title">{need.title}</h3>
          <time dateTime={need.at} className="text-xs whitespace-nowrap text-ink-3">
            {formatAge(need.at, Date.now())}
          </time>
        </div>
        <p className="mt-1 text-sm break-words text-ink-2" dir="auto">
          {need.text}
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <PlaceLink place={need.place} />
          <Button small variant="quiet" busy={read.isPending ? "Marking…" : undefined} onClick={() => read.mutate()}>
            Mark as read
          </Button>
        </div>
        {read.isError && <p className="mt-1 text-xs text-bad">It could not be marked. Try again.</p>}
      </div>
    </li>
  );
}

/** The page the server named. Only a path of this app is followed. */
function PlaceLink({ place }: { place: string }) {
  const router = useRouter();
  if (!/^\/(?!\/)/.test(place)) return null;
  return (
    <a
      href={place}
      className={buttonLook({ small: true })}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        router.history.push(place);
      }}
    >
      Open
    </a>
  );
}
