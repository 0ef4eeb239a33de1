import { countPieces, takePieces } from "#models";
import { type PricedAnswer, type PricedRequest, rehearse } from "./start-priced-provider.ts";

/**
 * Rehearsal models write shorter documents than the recipes ask for, whereas a quote expects the requested length. This
 * writer adds the missing words to the first prose artifact. Like any other model, it is cut off and continued.
 */
export async function writeRequestedWords(asked: PricedRequest): Promise<PricedAnswer> {
  const [first] = asked.messages;
  if (!first) return rehearse(asked);
  const { text: short } = await rehearse({ ...asked, messages: [first], maxOutputTokens: 1_000_000 });
  const whole = withWords(short, wordsAskedFor(first.content) - short.split(/\s+/).length);
  const written = asked.messages.flatMap(({ role, content }) => (role === "assistant" ? content : [])).join("");
  if (!whole.startsWith(written) || whole === written) return rehearse(asked); // a request for a correction
  const { text, pieces } = takePieces(whole.slice(written.length), asked.maxOutputTokens);
  const isWhole = written.length + text.length === whole.length;
  const usage = { inputTokens: countRequest(asked), outputTokens: pieces };
  return { text, finishReason: isWhole ? "stop" : "length", usage };
}

const wordsAskedFor = (prompt: string): number =>
  [...prompt.matchAll(/^- # .+ \(at most (\d+) words\)/gm)].reduce((sum, [, words]) => sum + Number(words), 0);

/** Artifacts whose entries are parsed, so that an added paragraph could be mistaken for an entry. */
const entryArtifacts = /^# (Claims|Open questions|Scorecard|Resolved positions|Requirements|Milestones|Work plan)/;

function withWords(text: string, count: number): string {
  const artifacts = text.split(/^(?=# )/m);
  const index = artifacts.findIndex((artifact) => artifact.startsWith("# ") && !entryArtifacts.test(artifact));
  if (index < 0 || count <= 0) return text;
  const lines = Array.from(
    { length: Math.ceil(count / 10) },
    (_, line) => `Line ${line} says in ten words what else is so.`,
  );
  return artifacts.with(index, `${artifacts[index]?.trimEnd()}\n\n${lines.join("\n")}\n\n`).join("");
}

const countRequest = ({ instructions, messages }: PricedRequest): number =>
  [instructions, ...messages.map(({ content }) => content)].reduce((sum, text) => sum + countPieces(text) + 4, 0);
