import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { isLockedOut } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { MessagePage } from "../ui/message-page.tsx";

/** What is left when a page cannot be drawn: no secret, or a mistake of ours. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  if (isLockedOut(error)) return <LockedPage />;
  return (
    <MessagePage
      icon="warning"
      title="This page broke while it was drawn"
      actions={
        <>
          <Button variant="primary" onClick={reset}>
            Draw it again
          </Button>
          <Button onClick={() => void router.navigate({ to: "/" }).then(reset)}>Go home</Button>
        </>
      }
    >
      <p>What you saved is on the server, and your drafts are in this browser.</p>
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
        It ends in <code className="font-mono text-sm">?token=…</code>. That secret lets this browser in, and nobody
        else on the machine. You need it once; the browser remembers it.
      </p>
      <p>Each data folder has a secret of its own: an address printed for another one does not open this.</p>
    </MessagePage>
  );
}
