import { useEffect } from "react";

/** What the browser's tab and history call the page. */
export function PageTitle({ of }: { of: string }) {
  useEffect(() => {
    document.title = `${of} · Dialectic`;
  }, [of]);
  return null;
}
