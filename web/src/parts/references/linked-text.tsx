import type { LinkedDocument } from "@dialectic/contract";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { linkedDocumentQuery } from "../../api/queries.ts";
import { headingId } from "../../ui/markdown/fit-headings.ts";
import { DocumentText, type DrawReference } from "../../ui/markdown/markdown.tsx";

type Reference = LinkedDocument["references"][number] & Pick<LinkedDocument, "projectId">;

function ReferenceLink({ reference, children }: { reference: Reference; children: React.ReactNode }) {
  const { id, projectId, documentId, heading, text } = reference;
  if (documentId === null) {
    return (
      <Link
        to="/projects/$projectId/facts"
        params={{ projectId }}
        search={{ fact: Number(id.replace("F", "")) }}
        title={text}
      >
        {children}
      </Link>
    );
  }
  return (
    <Link
      to="/documents/$documentId"
      params={{ documentId }}
      {...(heading !== null && { hash: headingId(heading) })}
      title={text}
    >
      {children}
    </Link>
  );
}

/**
 * Shows documents of a session as one text, in which claims and questions have their numbers and references are links. Until
 * numbers and links are loaded, the text is shown without them.
 */
export function LinkedText({
  sessionId,
  documents,
  shown = (markdown) => markdown,
}: {
  sessionId: string;
  documents: readonly { documentId: string; markdown: string; version?: number }[];
  shown?: (markdown: string) => string;
}) {
  const loaded = useQueries({
    queries: documents.map(({ documentId }) => linkedDocumentQuery(sessionId, documentId)),
    // Numbers for another version are ignored, because for a moment after an edit, the text is newer than its numbers.
    combine: (results) =>
      results.map(({ data }, index) => {
        const version = documents[index]?.version ?? data?.version;
        return data?.version === version ? data : undefined;
      }),
  });
  const cited = useMemo(() => {
    const all = loaded.flatMap((one) => one?.references.map((each) => ({ ...each, projectId: one.projectId })) ?? []);
    return [...new Map(all.map((one) => [one.id, one])).values()];
  }, [loaded]);
  const references = useMemo(
    () =>
      new Map<string, DrawReference>(
        cited.map((one) => [one.id, (children) => <ReferenceLink reference={one}>{children}</ReferenceLink>]),
      ),
    [cited],
  );
  const texts = documents.map(({ markdown }, index) => shown(loaded[index]?.markdown ?? markdown).trim());
  const unresolved = new Set(loaded.flatMap((one) => one?.unresolved ?? []));
  return (
    <>
      <DocumentText markdown={texts.join("\n\n")} under={1} references={references} />
      <Legend cited={cited} unresolved={[...unresolved]} />
    </>
  );
}

/** The legend for the references in the text. */
function Legend({ cited, unresolved }: { cited: readonly Reference[]; unresolved: readonly string[] }) {
  if (cited.length + unresolved.length === 0) return null;
  return (
    <details className="mt-10 border-t border-line pt-4 text-sm text-ink-2">
      <summary className="cursor-pointer font-semi">References</summary>
      <ul className="mt-2 space-y-1">
        {cited.map((one) => (
          <li key={one.id} dir="auto">
            <ReferenceLink reference={one}>{one.id}</ReferenceLink> <bdi>{one.text}</bdi>
          </li>
        ))}
        {unresolved.length > 0 && <li>Not found in this session: {unresolved.join(", ")}</li>}
      </ul>
    </details>
  );
}
