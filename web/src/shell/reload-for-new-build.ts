const storageKey = "reloaded-for";

/** The entry script of a page; its name contains a hash of the build. */
const entryOf = (html: string): string | undefined => html.match(/<script type="module"[^>]* src="([^"]+)"/)?.[1];

/**
 * After an upgrade the server no longer has the files of the build that this document came from. Reloads the document if the
 * server has another build, once per build; drafts stay in the browser. Returns false if there is no new build or no server.
 */
export async function reloadForNewBuild(): Promise<boolean> {
  try {
    const answer = await fetch("/", { headers: { accept: "text/html" }, cache: "no-store" });
    const entry = answer.ok ? entryOf(await answer.text()) : undefined;
    if (!entry || entry === entryOf(document.documentElement.outerHTML)) return false;
    if (sessionStorage.getItem(storageKey) === entry) return false;
    sessionStorage.setItem(storageKey, entry);
    location.reload();
    return true;
  } catch {
    return false; // no server, or no storage to remember that this was tried
  }
}
