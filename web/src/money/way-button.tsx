import type { WayOut } from "@dialectic/contract";
import { Refused } from "../api/explained.tsx";
import { Button } from "../ui/button.tsx";
import { nameWay } from "./describe-way.ts";
import { useWayOut } from "./use-payments.ts";

const busyWords = { approve: "Approving…", "top-up": "Adding…", raise: "Raising…" };

type WayButtonProps = { way: WayOut; sessionId: string | null; primary?: boolean };

/** The one press that lets the work go on, with the amount in it; a refusal is said beside it. */
export function WayButton({ way, sessionId, primary = false }: WayButtonProps) {
  const take = useWayOut(sessionId);
  if (way.kind === "wait") return null;
  return (
    <div>
      <Button
        small
        variant={primary ? "primary" : "plain"}
        busy={take.isPending ? busyWords[way.kind] : undefined}
        onClick={() => take.mutate(way)}
        className="max-mid:w-full"
      >
        {nameWay(way)}
      </Button>
      <Refused error={take.error} className="mt-1 max-w-[44ch] text-xs" />
    </div>
  );
}
