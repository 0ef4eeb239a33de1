import type { Remedy } from "@dialectic/contract";
import { Link, type LinkProps } from "@tanstack/react-router";
import { cx } from "../ui/cx.ts";
import { explain } from "./explain.ts";

/** What went wrong, and links to where something can be done about it. */
export function Explained({ error }: { error: unknown }) {
  const { text, remedies } = explain(error);
  return (
    <>
      {text}
      {remedies.map((remedy) => (
        <RemedyLink key={JSON.stringify(remedy)} remedy={remedy} />
      ))}
    </>
  );
}

/** Why the server did not do what it was asked to; nothing while it has not refused. */
export function Refused({ error, className = "text-sm" }: { error: unknown; className?: string }) {
  if (error === null) return null;
  return (
    <p role="alert" className={cx("text-bad", className)}>
      <Explained error={error} />
    </p>
  );
}

function RemedyLink({ remedy }: { remedy: Remedy }) {
  const place = placeOf(remedy);
  if (!place) return null;
  const { words, ...link } = place;
  return (
    <>
      {" "}
      {link.to ? (
        <Link {...link} className="link">
          {words}
        </Link>
      ) : (
        words
      )}
    </>
  );
}

type Place = Pick<LinkProps, "to" | "params" | "hash"> & { words: string };

/** Where in this app a remedy is taken; null where that is the page the error is shown on. */
function placeOf(remedy: Remedy): Place | null {
  switch (remedy.do) {
    case "see-projects":
    case "see-sessions":
      return { to: "/", hash: "projects", words: "Your projects" };
    case "see-models":
    case "see-embeddings":
      return { to: "/models", words: "The models there are" };
    case "see-keys":
      return { to: "/models", hash: "keys", words: "Keys of providers" };
    case "store-key":
      return { to: "/models", hash: "keys", words: `Store a key of ${remedy.provider}` };
    case "see-waits":
      return { to: "/wallet", words: "What waits" };
    case "top-up":
      return { to: "/wallet", words: "Add money" };
    case "see-questions":
    case "see-claims":
    case "restore-session":
      return { to: "/sessions/$sessionId", params: { sessionId: remedy.sessionId }, words: "Open the session" };
    case "start-stage":
      return { to: "/sessions/$sessionId", params: { sessionId: remedy.sessionId }, words: "Start it in its session" };
    case "cancel-stage":
      return { to: "/sessions/$sessionId", params: { sessionId: remedy.sessionId }, words: "Stop it in its session" };
    case "allow-host":
    case "migrate":
    case "export-with-old-build":
    case "import-with-this-build":
    case "examine":
      return { words: "The person who runs the server can do that." };
    case "see-board":
    case "cancel-job":
      return null;
  }
}
