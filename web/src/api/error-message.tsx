import type { Remedy } from "@dialectic/contract";
import { Link, type LinkProps } from "@tanstack/react-router";
import { cx } from "../ui/cx.ts";
import { explain } from "./explain.ts";

/** An error message with links to the pages where the problem can be solved. */
export function ErrorMessage({ error }: { error: unknown }) {
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

/** Shows the error of a request, if there is one. */
export function ErrorLine({ error, className = "text-sm" }: { error: unknown; className?: string }) {
  if (error === null) return null;
  return (
    <p role="alert" className={cx("text-bad", className)}>
      <ErrorMessage error={error} />
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

/** The page of this app that offers a remedy; null if that is the page on which the error is shown. */
function placeOf(remedy: Remedy): Place | null {
  switch (remedy.do) {
    case "see-projects":
    case "see-sessions":
      return { to: "/", hash: "projects", words: "See your projects" };
    case "see-models":
    case "see-embeddings":
      return { to: "/models", words: "See all models" };
    case "see-keys":
      return { to: "/models", hash: "keys", words: "See provider keys" };
    case "store-key":
      return { to: "/models", hash: "keys", words: `Store a key for ${remedy.provider}` };
    case "see-waits":
      return { to: "/wallet", words: "See what is waiting" };
    case "choose-extractor":
      return {
        to: "/projects/$projectId/facts",
        params: { projectId: remedy.projectId },
        words: "Choose an extractor",
      };
    case "top-up":
      return { to: "/wallet", words: "Add money" };
    case "see-questions":
    case "see-claims":
    case "restore-session":
      return { to: "/sessions/$sessionId", params: { sessionId: remedy.sessionId }, words: "Open the session" };
    case "start-stage":
      return {
        to: "/sessions/$sessionId",
        params: { sessionId: remedy.sessionId },
        words: "Open the session to start it",
      };
    case "cancel-stage":
      return {
        to: "/sessions/$sessionId",
        params: { sessionId: remedy.sessionId },
        words: "Open the session to stop it",
      };
    case "allow-host":
    case "migrate":
    case "export-with-old-build":
    case "import-with-this-build":
    case "examine":
      return { words: "Ask the person who runs the server." };
    case "see-board":
    case "cancel-job":
      return null;
  }
}
