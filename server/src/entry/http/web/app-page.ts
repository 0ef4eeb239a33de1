import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import { acceptedEncodings, type Encoding } from "../responses/encoding.ts";
import { appPolicy } from "../security/security-headers.ts";
import type { Ask, FirstPage } from "./first-answers.ts";

/** Vite's description of a build: the file that each source became, and the files that it needs. */
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

const encoders: Record<Encoding, () => ReturnType<typeof createGzip> | ReturnType<typeof createBrotliCompress>> = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  gzip: () => createGzip({ level: 3 }),
};

/** What the page is made from: the API, called within this process, and the number of the newest event. */
export type FirstReads = { ask: Ask; newestEvent(): Promise<number> };

/**
 * The HTML document for one page of the app. It begins with links to the code that the page needs and ends with the first
 * answers from the API. The beginning is sent immediately, so that the browser fetches and compiles scripts while the
 * answers are read. Browsers request the document each time, because the answers in it become outdated.
 */
export async function appPage(input: {
  dir: string;
  page: FirstPage;
  reads: FirstReads;
  acceptEncoding: string | undefined;
}): Promise<Response> {
  const { dir, page, reads } = input;
  const [html, manifest] = await Promise.all([readFile(join(dir, "index.html"), "utf8"), readManifest(dir)]);
  const links = modulesOf(manifest, page.module).map(
    (file) => `<link rel="modulepreload" crossorigin href="/${file}">`,
  );
  const [start = "", end = ""] = html.replace("</head>", `${links.join("\n")}</head>`).split("</body>");

  const [encoding] = acceptedEncodings(input.acceptEncoding);
  const encoder = encoding && encoders[encoding]();
  const body = encoder ?? new PassThrough();
  body.on("error", () => undefined); // the browser has left
  body.write(start);
  encoder?.flush();
  void collectAnswers(page, reads).then((answers) => body.end(`${answers}</body>${end}`));
  return new Response(Readable.toWeb(body) as ReadableStream, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      "content-security-policy": appPolicy(inlineScripts(html)),
      vary: "accept-encoding",
      ...(encoding && { "content-encoding": encoding }),
    },
  });
}

/**
 * A block of data that browsers do not run as a script: the answer to each requested address. The event stream
 * continues from the event that was the newest before anything was read, so that no change after an answer is missed.
 */
async function collectAnswers(page: FirstPage, { ask, newestEvent }: FirstReads): Promise<string> {
  const answers: string[] = [];
  try {
    answers.push(`"/api/events":${await newestEvent()}`);
    await page.read(async (path) => {
      const answer = await ask(path);
      if (answer !== null) answers.push(`${JSON.stringify(path)}:${answer}`);
      return answer;
    });
  } catch {
    // If an answer is missing here, the page requests it and gets the error.
  }
  const json = `{${answers.join(",")}}`.replaceAll("<", "\\u003c");
  return `<script type="application/json" id="first-answers">${json}</script>`;
}

const readManifest = async (dir: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(dir, ".vite", "manifest.json"), "utf8").catch(() => "{}"));

/** The files of a page's code that the entry does not already include. */
function modulesOf(manifest: Manifest, module: string | null): string[] {
  if (module === null) return [];
  const reach = (name: string, seen: Set<string>): Set<string> => {
    if (!seen.has(name)) {
      seen.add(name);
      for (const imported of manifest[name]?.imports ?? []) reach(imported, seen);
    }
    return seen;
  };
  const entry = reach("index.html", new Set());
  return [...reach(module, new Set(entry))].slice(entry.size).flatMap((name) => manifest[name]?.file ?? []);
}

/** The content of inline scripts. */
export const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = ""]) => text);
