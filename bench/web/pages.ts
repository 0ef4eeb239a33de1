import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

/**
 * A page to measure. It is usable in the first frame that has all of `content`, the text of `reading`, and `response`,
 * which appears after a click on `control`.
 */
export type MeasuredPage = {
  name: string;
  path: string;
  /** CSS selectors of the page's main content, each with the minimum number of elements. */
  content: Record<string, number>;
  /**
   * The text that a person opens the page for: a CSS selector, and the minimum number of characters that its elements have
   * in total.
   */
  reading?: { in: string; characters: number } | undefined;
  control: string;
  response: string;
};

const dist = join(import.meta.dirname, "..", "..", "web", "dist");
const folder = "bench-pages";

/**
 * Adds static files to the folder from which the server sends the web app, so that server, headers and connection are
 * the same as for the app. Disposing removes the files.
 */
export async function putStaticFiles(files: Record<string, string>): Promise<AsyncDisposable> {
  await mkdir(join(dist, folder), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(dist, folder, name), text);
    if (text.length >= 1024) await writeFile(join(dist, folder, `${name}.br`), brotliCompressSync(text));
  }
  return { [Symbol.asyncDispose]: () => rm(join(dist, folder), { recursive: true, force: true }) };
}

const bareHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>A bare page</title>
<link rel="stylesheet" href="/${folder}/bare.css">
<script type="module" src="/${folder}/bare.js"></script>
</head>
<body><main><h1>A bare page</h1><p>It has a heading, a paragraph, one style sheet, one script and a button.</p>
<button type="button" aria-expanded="false">More</button></main></body>
</html>
`;

const bareCss = `:root { color-scheme: light dark; font: 400 1rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 16vh auto 0; }
button { padding: .25rem .75rem; border-radius: .5rem; }
`;

const bareJs = `const button = document.querySelector("button");
button.addEventListener("click", () => {
  button.setAttribute("aria-expanded", "true");
  button.insertAdjacentHTML("afterend", "<p id=more>There is no more.</p>");
});
`;

/** The baseline: a minimal page with a style sheet, a script and a button. */
export const barePage: MeasuredPage = {
  name: "bare",
  path: `/${folder}/bare.html`,
  content: { "main > h1": 1, "main > p": 1 },
  control: "button",
  response: "#more",
};

export const bareFiles = { "bare.html": bareHtml, "bare.css": bareCss, "bare.js": bareJs };

export const home: MeasuredPage = {
  name: "home",
  path: "/",
  content: { "main h1": 1, "[aria-labelledby=projects] li": 30, "aside li h3": 20 },
  control: "[aria-labelledby=ask] button[aria-expanded=false]",
  response: "fieldset[aria-label=Process] input",
};

export const session = (id: string): MeasuredPage => ({
  name: "session",
  path: `/sessions/${id}`,
  content: { "main h1": 1, "nav[aria-label=Stages] a": 5, "article .doc p": 4, "aside h2": 4 },
  // A card contains up to 2,000 characters of its document, more than are visible.
  reading: { in: "article .doc", characters: 1_500 },
  // The control is in the stage. A button with the same attribute in the header opens the chat, which is not measured.
  control: "main section[aria-label] button[aria-expanded=false]",
  response: "fieldset[aria-label='Part shown'] input",
});

/**
 * A copy of the page without the app: the same content and style sheet, and a script of a few lines for the one control. The
 * copy's time is layout and painting in the browser; what the app takes beyond that is due to its script.
 */
export function staticCopy(page: MeasuredPage, html: string): { page: MeasuredPage; files: Record<string, string> } {
  const name = `${page.name}-copy`;
  const script = `addEventListener("click", (event) => {
  const button = event.target.closest("button");
  button?.insertAdjacentHTML("afterend", "<fieldset id=opened><input></fieldset>");
});
`;
  const bare = html
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<link rel="modulepreload"[^>]*>/g, "")
    .replace("</head>", `<script type="module" src="/${folder}/${name}.js"></script></head>`);
  return {
    page: { ...page, name, path: `/${folder}/${name}.html`, response: "#opened" },
    files: { [`${name}.html`]: bare, [`${name}.js`]: script },
  };
}
