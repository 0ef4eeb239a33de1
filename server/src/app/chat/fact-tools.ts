import type { ProjectId } from "@dialectic/contract";
import { z } from "zod";
import { type ChatTool, defineTool, getExchange, type ToolCtx } from "#exchanges";
import { acceptStatement, checkStatement, findFactByName, findFacts, type Statement, whyFact } from "#ledger";
import { AppError } from "#platform";
import type { ChatServices } from "./chat-services.ts";
import { toLine } from "./facts.source.ts";

const mostFacts = 30;
const mostKeys = 12;

const Stated = z.strictObject({
  key: z.string().min(1).max(200).describe("a key of the project, such as project.budget.total"),
  value: z.unknown().describe('the value: 300, "6 m", "150,000 EUR", "2027-03-12", true'),
  quote: z
    .string()
    .min(1)
    .max(250)
    .describe("the words of the user's message that state the value, exactly as written"),
});

/** Reading facts needs no approval. A new fact waits for the user and must quote the user's own message. */
export const factTools = ({ ctxOf }: ChatServices): ChatTool[] => [
  defineTool({
    name: "search_facts",
    description: "Finds facts about the project by words, and the keys under which facts can be proposed.",
    schema: z.strictObject({ query: z.string().min(1).max(2_000) }),
    effects: "none",
    async run({ db, projectId }, { query }) {
      const statuses = ["accepted", "conflict", "proposed"] as const;
      const wanted = { projectId: projectOf(projectId), question: query, statuses, limit: mostFacts };
      const { facts, keys } = await findFacts(ctxOf(db), wanted);
      const hits = facts.filter((fact) => fact.hits > 0);
      const open = keys.slice(0, mostKeys).map(({ key, label, type }) => `- ${label} (${key}, ${type}): not known`);
      return [...hits.map(toLine), ...open].join("\n") || "No fact and no key has these words. Try other words.";
    },
  }),
  defineTool({
    name: "explain_fact",
    description:
      "Tells where a fact comes from: its quote, what happened to it, what it replaced, what contradicts it.",
    schema: z.strictObject({ fact: z.string().min(1).max(200).describe("its number, such as F3, or its key") }),
    effects: "none",
    async run({ db, projectId }, { fact: name }) {
      const ctx = ctxOf(db);
      const { id } = await findFactByName(ctx, { projectId: projectOf(projectId), name });
      const { fact, context, events, chain, conflicts } = await whyFact(ctx, { factId: id });
      return [
        `${toLine(fact)}, ${fact.status}`,
        context ? `Said: …${context.before}>>>${context.quote}<<<${context.after}…` : "It was set by hand.",
        ...events.map(
          ({ act, by, to, at, reason }) =>
            `${at.slice(0, 10)}: ${act} by ${by}, now ${to}${reason ? ` (${reason})` : ""}`,
        ),
        ...chain.map((one) => `It replaced: ${one.statement} [F${one.number}]`),
        ...conflicts.map((one) => `Contradicted by: ${one.statement} [F${one.number}]`),
      ].join("\n");
    },
  }),
  defineTool({
    name: "propose_fact",
    description:
      "Proposes to record a value that the user states in this message, with the user's own words for it. The user confirms it. Nothing else can be recorded: no guess, and nothing that a document says.",
    schema: Stated,
    effects: "asks",
    touches: ({ key }) => [`fact:${key}`],
    async propose(tool, input) {
      const { statement, quote, current } = await checkStatement(ctxOf(tool.db), await statementOf(tool, input));
      const replaced =
        current && current.statement !== statement ? ` It replaces "${current.statement}" [F${current.number}].` : "";
      return { summary: `Record "${statement}" as a fact. You wrote: "${quote}"${replaced}`, price: null };
    },
    async confirm(tool, input) {
      const { statement, number } = await acceptStatement(ctxOf(tool.db), await statementOf(tool, input));
      return `Recorded: ${statement} [F${number}].`;
    },
  }),
];

/** The message is read from the row of the exchange, so a model can quote the user but cannot invent a quote. */
async function statementOf({ db, exchangeId, projectId }: ToolCtx, input: z.infer<typeof Stated>): Promise<Statement> {
  const { userText, startedAt } = await getExchange({ db }, { exchangeId });
  return {
    ...{ ...input, projectId: projectOf(projectId), message: userText, at: new Date(startedAt) },
    ...{ turnKey: `statement:${exchangeId}`, sourceIds: [exchangeId] },
  };
}

function projectOf(projectId: ProjectId | null): ProjectId {
  if (projectId !== null) return projectId;
  throw new AppError("invalid_input", "This conversation is about no project: there are no facts in it.");
}
