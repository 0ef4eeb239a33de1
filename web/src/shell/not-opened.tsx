import { Link } from "@tanstack/react-router";
import { isMissing } from "../api/client.ts";
import { explain } from "../api/explain.ts";
import { Explained } from "../api/explained.tsx";
import { Button, buttonLook } from "../ui/button.tsx";
import { MessagePage } from "../ui/message-page.tsx";

type NotOpenedProps = { what: string; error: Error; refetch: () => unknown };

/** What stands in the place of a page whose subject could not be read: it is not there, or the server did not say. */
export function NotOpened({ what, error, refetch }: NotOpenedProps) {
  const { title } = explain(error);
  return (
    <MessagePage
      icon="warning"
      title={isMissing(error) ? `There is no such ${what}` : title}
      actions={
        <>
          <Link to="/" className={buttonLook({ variant: "primary" })}>
            Go home
          </Link>
          <Button onClick={() => void refetch()}>Try again</Button>
        </>
      }
    >
      <p>
        <Explained error={error} />
      </p>
    </MessagePage>
  );
}
