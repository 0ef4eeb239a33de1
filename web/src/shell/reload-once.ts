const storageKey = "reloaded-for";

/** The URL of a page's entry script. It contains a hash of the build. */
const entryOf = (html: string): string | undefined => html.match(/<script type="module"[^>]* src="([^"]+)"/)?.[1];

/**
 * Reloads the document, but only if the server responds, and only once per build. A file that failed to load can be loaded
 * only by a new document: a browser remembers a failed import until the document is closed, and after an upgrade the server
 * no longer has the files of the earlier build. Drafts stay in the browser. Returns false if the server does not respond, or
 * if the document was already reloaded for this build.
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
    return false; // the server does not respond, or the reload could not be remembered without storage
  }
}

/** Allows another reload. Called when a page has loaded, or when the user asks for another attempt. */
export function forgetReload(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Without storage there is nothing to forget.
  }
}
