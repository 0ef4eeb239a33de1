import type { Problem } from "@dialectic/contract";

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** A page without the app: when it cannot be shown, a person still reads a sentence. */
export function plainPage(page: {
  status: number;
  title: string;
  text: string;
  refreshAfterSeconds?: number;
}): Response {
  const { status, title, text, refreshAfterSeconds } = page;
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title></head>
<body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p></main></body>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      ...(refreshAfterSeconds ? { refresh: String(refreshAfterSeconds) } : {}),
    },
  });
}

export const explainPage = (problem: Problem): Response =>
  plainPage({ status: problem.status, title: problem.title, text: problem.detail });
