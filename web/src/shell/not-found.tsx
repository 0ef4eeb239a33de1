import { Link } from "@tanstack/react-router";
import { buttonLook } from "../ui/button.tsx";
import { MessagePage } from "../ui/message-page.tsx";

export function NotFound() {
  return (
    <MessagePage
      icon="document"
      title="Page not found"
      actions={
        <Link to="/" className={buttonLook({ variant: "primary" })}>
          Go home
        </Link>
      }
    >
      <p>The link may be outdated, or it may belong to another data folder.</p>
    </MessagePage>
  );
}
