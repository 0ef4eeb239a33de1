import { Link } from "@tanstack/react-router";
import { isMissing } from "../api/client.ts";
import { ErrorMessage } from "../api/error-message.tsx";
import { explain } from "../api/explain.ts";
import { Button, buttonLook } from "../ui/button.tsx";
import { MessagePage } from "../ui/page/message-page.tsx";

type LoadErrorPageProps = { what: string; error: Error; refetch: () => unknown };

/** Shown instead of a page whose subject does not exist or cannot be loaded. */
export function LoadErrorPage({ what, error, refetch }: LoadErrorPageProps) {
  const { title } = explain(error);
  return (
    <MessagePage
      icon="warning"
      title={isMissing(error) ? `This ${what} does not exist` : title}
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
        <ErrorMessage error={error} />
      </p>
    </MessagePage>
  );
}
