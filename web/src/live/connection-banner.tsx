import { useEffect, useState } from "react";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { formatNumber, formatTime } from "../ui/format.ts";
import { isLossReported } from "./connection.ts";
import { useConnection, useLive } from "./live-context.ts";

/** Reports a lost connection after the first failed attempt to reconnect, and later its return. */
export function ConnectionBanner() {
  const connection = useConnection();
  const live = useLive();
  if (connection.phase === "back") {
    return (
      <Floating>
        <Banner icon="check" title="Connected.">
          {connection.caughtUp > 0
            ? `Caught up on ${formatNumber(connection.caughtUp, "event")}.`
            : "Live updates are back."}
        </Banner>
      </Floating>
    );
  }
  if (connection.phase !== "lost" || !isLossReported(connection) || connection.lostAt === null) return null;
  return (
    <Floating>
      <Banner
        icon="offline"
        title={`No connection since ${formatTime(connection.lostAt)}.`}
        actions={
          <Button small onClick={live.tryNow}>
            Try now
          </Button>
        }
      >
        You can keep reading and typing: drafts stay in this browser. Nothing is saved or started until the server is
        back. If the server was stopped, its jobs continue when it runs again. <NextTry at={connection.nextTryAt} />
      </Banner>
    </Floating>
  );
}

function Floating({ children }: { children: React.ReactNode }) {
  return (
    <div className="fixed inset-x-4 bottom-4 z-9 mx-auto max-w-[640px] rounded-3 shadow-pop max-mid:bottom-[72px] print:hidden">
      {children}
    </div>
  );
}

function NextTry({ at }: { at: number | null }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil(((at ?? 0) - now) / 1000);
  // Hidden from screen readers, which would announce it every second.
  return <span aria-hidden="true">{seconds > 0 ? `Next attempt in ${seconds}\u00a0s.` : "Connecting…"}</span>;
}
