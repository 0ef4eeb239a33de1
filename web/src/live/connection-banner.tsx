import { useEffect, useState } from "react";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { formatNumber, formatTime } from "../ui/format.ts";
import { wasToldLost } from "./connection.ts";
import { useConnection, useLive } from "./live-context.ts";

/** Says that the line is broken once it is worth saying, and that it is back. */
export function ConnectionBanner() {
  const connection = useConnection();
  const live = useLive();
  if (connection.phase === "back") {
    return (
      <Floating>
        <Banner icon="check" title="Connected.">
          {connection.caughtUp > 0
            ? `Caught up on ${formatNumber(connection.caughtUp, "event")}.`
            : "Changes arrive again."}
        </Banner>
      </Floating>
    );
  }
  if (connection.phase !== "lost" || !wasToldLost(connection) || connection.lostAt === null) return null;
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
        You can read what is open and go on typing: drafts stay in this browser. Nothing is saved or started until the
        server is back. Jobs of a server that was stopped go on when it runs again.{" "}
        <NextTry at={connection.nextTryAt} />
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
  // The countdown is for eyes; read aloud every second it would drown the rest.
  return <span aria-hidden="true">{seconds > 0 ? `Next try in ${seconds}\u00a0s.` : "Trying now."}</span>;
}
