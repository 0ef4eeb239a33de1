import type { Problem } from "@dialectic/contract";
import { policyHash } from "../security/security-headers.ts";

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

const style = `
:root { color-scheme: light dark; background: #fcfbf9; color: #1c1a17; font: 400 1rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 16vh auto 0; padding: 0 1.5rem; }
h1 { margin: 1rem 0 .5rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.02em; }
p { margin: 0; color: #524d46; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) { :root { background: #151412; color: #ece8e1; } p { color: #bdb7ad; } }
@media (prefers-reduced-motion: no-preference) {
  .waits svg { animation: breathe 1.6s ease-in-out infinite; }
  @keyframes breathe { 50% { opacity: .4; } }
}
`;

/**
 * Requests the page's own address until the server returns the app. A refresh by the browser would end on the browser's
 * own error page as soon as the server does not answer.
 */
const script = `
const [heading, text] = [document.querySelector("h1"), document.querySelector("p")];
let lastCode = "server_starting";
function say(title, detail) {
  if (heading.textContent !== title) document.title = heading.textContent = title;
  if (text.textContent !== detail) text.textContent = detail;
}
async function look() {
  try {
    const answer = await fetch(location.href, { headers: { accept: "application/problem+json" }, cache: "no-store" });
    if (answer.status !== 503) return location.reload();
    const problem = await answer.json();
    lastCode = problem.code;
    say(problem.title, problem.detail);
  } catch {
    if (lastCode === "server_starting") {
      say("The server stopped while it was starting", "The terminal it was started in says why. This page continues automatically when the server is started again.");
    }
  }
  document.querySelector("main").classList.toggle("waits", lastCode === "server_starting");
  setTimeout(look, 500);
}
setTimeout(look, 500);
`;

const brand =
  '<svg width="28" height="28" viewBox="0 0 18 18" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" aria-hidden="true"><path d="M2 4c4.5 0 4.5 5 8.5 5M2 14c4.5 0 4.5-5 8.5-5M10.5 9H16"/></svg>';

/** Allows only what the page itself contains, and its requests to the server. */
const policy = [
  "default-src 'none'",
  `style-src ${policyHash(style)}`,
  `script-src ${policyHash(script)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

type PlainPage = {
  status: number;
  title: string;
  text: string;
  /** If true, the page polls until the app can be shown. */
  waits?: boolean;
};

/** A page without the app, which tells a person why the app cannot be shown. */
export function plainPage({ status, title, text, waits = false }: PlainPage): Response {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${style}</style>
${waits ? '<noscript><meta http-equiv="refresh" content="1"></noscript>' : ""}</head>
<body><main${waits ? ' class="waits"' : ""}>${brand}<h1>${escaped(title)}</h1><p role="status">${escaped(text)}</p></main>
${waits ? `<script>${script}</script>` : ""}</body>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": policy,
      ...(waits ? { "retry-after": "1" } : {}),
    },
  });
}

export const explainPage = (problem: Problem): Response =>
  plainPage({ status: problem.status, title: problem.title, text: problem.detail });
