import { Link } from "@tanstack/react-router";
import { buttonLook } from "../ui/button.tsx";
import { MessagePage } from "../ui/message-page.tsx";

export function NotFound() {
  return (
    <MessagePage
      icon="document"
      title="Nothing is at this address"
      actions={
        <Link to="/" className={buttonLook({ variant: "primary" })}>
          Go home
        </Link>
      }
    >
      <p>The link may be old, or what it led to may belong to another data folder.</p>
    </MessagePage>
  );
}
