import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { isLockedOut } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { MessagePage } from "../ui/page/message-page.tsx";

/** Shown if a page cannot be rendered, either because the secret is missing or because of a bug. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  if (isLockedOut(error)) return <LockedPage />;
  return (
    <MessagePage
      icon="warning"
      title="This page could not be displayed"
      actions={
        <>
          <Button variant="primary" onClick={reset}>
            Try again
          </Button>
          <Button onClick={() => void router.navigate({ to: "/" }).then(reset)}>Go home</Button>
        </>
      }
    >
      <p>Nothing is lost: saved texts are on the server, and drafts are in this browser.</p>
      <p className="rounded-2 bg-sunken px-3 py-2 font-mono text-xs break-words" dir="auto">
        {error instanceof Error ? error.message : String(error)}
      </p>
    </MessagePage>
  );
}

function LockedPage() {
  return (
    <MessagePage icon="key" title="Open the address that npm start printed">
      <p>
        It ends in <code className="font-mono text-sm">?token=…</code>. This secret gives this browser access and keeps
        other users of the machine out. You need it once; the browser remembers it.
      </p>
      <p>Each data folder has its own secret, so an address printed for another folder does not work here.</p>
    </MessagePage>
  );
}
