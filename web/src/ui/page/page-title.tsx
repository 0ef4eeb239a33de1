import { useEffect } from "react";

/** Sets the page's name in the browser's tab and history. */
export function PageTitle({ of }: { of: string }) {
  useEffect(() => {
    document.title = `${of} · Dialectic`;
  }, [of]);
  return null;
}
