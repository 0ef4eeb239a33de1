import type { Notification } from "@dialectic/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { notificationsQuery } from "../../api/inbox-queries.ts";
import { LoadError, ShowMore } from "../../api/paging.tsx";
import { HeaderStatus } from "../../shell/header-status.tsx";
import { formatMoment } from "../../ui/format.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { PageTitle } from "../../ui/page/page-title.tsx";
import { Loading } from "../../ui/page/skeleton.tsx";
import { Crumb, Here, TopBar } from "../../ui/page/top-bar.tsx";
import { describeNotification, placeOf } from "./describe-notification.ts";

/** Notifications, newest first. They need no action; everything that needs an action is in the inbox. */
export function HistoryPage() {
  const query = useInfiniteQuery(notificationsQuery);
  const notifications = query.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <PageTitle of="History" />
      <TopBar
        crumbs={
          <>
            <Crumb>
              <Link to="/">Home</Link>
            </Crumb>
            <Here>History</Here>
          </>
        }
      >
        <HeaderStatus />
      </TopBar>
      <div className="max-w-[860px] px-10 pt-10 pb-12 max-wide:p-6 max-mid:p-4">
        <h1 className="mb-4 text-2xl font-semi tracking-[-.02em]">History</h1>
        {notifications && notifications.length > 0 ? (
          <>
            <ul className="border-t border-line">
              {notifications.map((notification) => (
                <NotificationRow key={notification.id} notification={notification} />
              ))}
            </ul>
            <ShowMore query={query} />
          </>
        ) : notifications ? (
          <EmptyState level={2} title="No notifications yet">
            Stages that start and finish, documents that are written, pauses and failures are recorded here.
          </EmptyState>
        ) : query.error ? (
          <LoadError query={query} />
        ) : (
          <Loading what="Loading the history" />
        )}
      </div>
    </>
  );
}

function NotificationRow({ notification }: { notification: Notification }) {
  const place = placeOf(notification);
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2.5 text-sm">
      <time dateTime={notification.at} className="w-[150px] flex-none text-xs text-ink-3 tabular-nums">
        {formatMoment(notification.at)}
      </time>
      <span className="min-w-0 flex-[1_1_280px] break-words" dir="auto">
        {describeNotification(notification)}
      </span>
      {place && <PlaceLink place={place} />}
    </li>
  );
}

function PlaceLink({ place }: { place: string }) {
  const router = useRouter();
  return (
    <a
      href={place}
      className="link text-xs"
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
