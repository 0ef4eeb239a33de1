import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

/**
 * A page to measure. It is usable in the first frame in which every element of `content` and the text of `reading` are there and a
 * click on `control` has brought `response` onto the page.
 */
export type MeasuredPage = {
  name: string;
  path: string;
  /** CSS selectors of the page's main content, with how many elements of each there must be at least. */
  content: Record<string, number>;
  /** The text that a person opens the page for: a CSS selector, and how many characters its elements have at least, in all. */
  reading?: { in: string; characters: number } | undefined;
  control: string;
  response: string;
};

const dist = join(import.meta.dirname, "..", "..", "web", "dist");
const folder = "bench-pages";

/** Static files for the run, in the folder the server sends the web app from: the same server, headers and connection. */
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
  // A card begins with up to 2,000 characters of its document, which is more than it shows.
  reading: { in: "article .doc", characters: 1_500 },
  // In the stage, not in the header: opening the chat is not what is measured.
  control: "main section[aria-label] button[aria-expanded=false]",
  response: "fieldset[aria-label='Part shown'] input",
});

/**
 * The same content and style sheet without the app: its document as the browser shows it, with a script of a few lines for the
 * one control. Its time is the browser's layout and painting; the app's additional time is its script.
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
