import { squash } from "../words.ts";

type Node = { id: string; title: string };

type Dependencies = {
  /** The node that depends, and all nodes in order. */
  id: string;
  nodes: readonly Node[];
  /** The ids in a text. `isIds`: the text has only numbers, which need no letters. */
  idsIn: (text: string, isIds: boolean) => string[];
};

const none =
  /^[\s*_(–—-]*(?:none|nothing|no (?:dependenc|prerequisite|predecessor)\p{L}*|n\/a|keine?|aucune?|ninguna?|nessuna?|нет|无|なし|אין)(?!\p{L})(?!.{0,20}(?:except|other than|beyond|besides|but ))/iu;
const onlyNumbers = /^(?:and|und|et|y|[\s\d,;&/+()[\]*_])+$/iu;
const allEarlier = /^[\s*_]*(?:all|every|each)\b.{0,20}\b(?:previous|prior|earlier|preceding|above|other|before)/iu;
const theOneBefore = /^[\s*_]*(?:the )?(?:previous|prior|preceding)\b.{0,20}$/iu;

/** Shorter titles occur in other words. */
const leastTitle = 4;
const longest = 2_000;
/** In a longer plan only ids count: each name would be compared with every title. */
const mostNodes = 300;

/**
 * The nodes that a field names: by their ids, or by numbers, titles or places. What follows “none” is a remark: “none (M2 can run in
 * parallel)”.
 */
export function readDependencies(written: string, { id, nodes, idsIn }: Dependencies): string[] {
  const text = written.slice(0, longest);
  if (none.test(text)) return [];
  const named = idsIn(text, onlyNumbers.test(text));
  if (named.length > 0) return named;
  if (nodes.length > mostNodes) return [];
  const earlier = nodes
    .slice(
      0,
      nodes.findIndex((node) => node.id === id),
    )
    .map((node) => node.id);
  if (allEarlier.test(text)) return earlier;
  if (theOneBefore.test(text)) return earlier.slice(-1);
  return namedByTitle(text, nodes, id);
}

function namedByTitle(text: string, nodes: readonly Node[], own: string): string[] {
  const said = squash(text);
  if (said.length < leastTitle) return [];
  return nodes.flatMap(({ id, title }) => {
    const name = squash(title);
    return id !== own && name.length >= leastTitle && said.includes(name) ? [id] : [];
  });
}
