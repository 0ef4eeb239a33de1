const storageKey = "reloaded-for";

/** The entry script of a page; its name contains a hash of the build. */
const entryOf = (html: string): string | undefined => html.match(/<script type="module"[^>]* src="([^"]+)"/)?.[1];

/**
 * Reloads the document if the server responds, once per build. Only a new document can load a file that failed: a
 * browser remembers a failed import as long as the document lives, and after an upgrade the server no longer has the
 * files of the earlier build. Drafts stay in the browser. Returns false if the server does not respond, or if this
 * build was already reloaded.
 */
export async function reloadOnce(): Promise<boolean> {
  try {
    const answer = await fetch("/", { headers: { accept: "text/html" }, cache: "no-store" });
    const entry = answer.ok ? entryOf(await answer.text()) : undefined;
    if (!entry || sessionStorage.getItem(storageKey) === entry) return false;
    sessionStorage.setItem(storageKey, entry);
    location.reload();
    return true;
  } catch {
    return false; // the server does not respond, or there is no storage to remember the reload
  }
}

/** Allows another reload. Called when a page was loaded, or when the user asks for another attempt. */
export function forgetReload(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Without storage there is nothing to forget.
  }
}
