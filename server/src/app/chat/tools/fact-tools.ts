import { z } from "zod";
import { type ChatTool, defineTool, getExchange, type ToolCtx } from "#exchanges";
import { acceptStatement, checkStatement, findFactByName, findFacts, type Statement, whyFact } from "#ledger";
import type { ChatServices } from "../chat-services.ts";
import { itemOf } from "../item-of.ts";
import { projectOf } from "../project-of.ts";
import { toLine } from "../sources/facts.source.ts";

const mostFacts = 30;
const mostKeys = 12;

const Stated = z.strictObject({
  key: z.string().min(1).max(200).describe("a key, such as project.budget.total or item.dimensions.height"),
  item: z.string().min(1).max(300).optional().describe("for a key of items: the name or id of the item"),
  value: z.unknown().describe('the value: 300, "6 m", "150,000 EUR", "2027-03-12", true'),
  quote: z
    .string()
    .min(1)
    .max(250)
    .describe("the words of the user's message that state the value, exactly as written"),
});

/** Reading facts needs no approval. A new fact waits for the user's decision and must quote the user's own message. */
export const factTools = ({ ctxOf }: ChatServices): ChatTool[] => {
  return [
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
        return [...hits.map(toLine), ...open].join("\n") || "No fact and no key contains these words. Try other words.";
      },
    }),
    defineTool({
      name: "explain_fact",
      description:
        "Returns where a fact comes from: its quote, its history, the fact that it replaced, and the facts that contradict it.",
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
        "Proposes to record a value that the user states in this message, about the project or an item, quoting the user's own words. The user confirms it. Guesses and statements from documents cannot be recorded.",
      schema: Stated,
      effects: "asks",
      touches: ({ key, item }) => [`fact:${key}:${item ?? ""}`],
      async propose(tool, input) {
        const { item, stated } = await statementOf(tool, input);
        const { statement, quote, current } = await checkStatement(ctxOf(tool.db), stated);
        const replaced =
          current && current.statement !== statement ? ` It replaces "${current.statement}" [F${current.number}].` : "";
        const about = item ? ` about ${item.name}` : "";
        const chosen = item ? { input: { ...input, item: item.id } } : {};
        return {
          summary: `Record "${statement}" as a fact${about}. You wrote: "${quote}"${replaced}`,
          price: null,
          ...chosen,
        };
      },
      async confirm(tool, input) {
        const { stated } = await statementOf(tool, input);
        const { statement, number } = await acceptStatement(ctxOf(tool.db), stated);
        return `Recorded: ${statement} [F${number}].`;
      },
    }),
  ];

  /** The message is read from the row of the exchange, so a model can quote the user but cannot invent a quote. */
  async function statementOf({ db, exchangeId, projectId }: ToolCtx, { item: name, ...input }: z.infer<typeof Stated>) {
    const ctx = ctxOf(db);
    const ofProject = projectOf(projectId);
    const { userText, startedAt } = await getExchange({ db }, { exchangeId });
    const item = name === undefined ? null : await itemOf(ctx, { projectId: ofProject, name });
    // A turn is about one item, so statements about several items in one message become several turns.
    const turnKey = `statement:${exchangeId}${item ? `:${item.id}` : ""}`;
    const stated: Statement = {
      ...{ ...input, projectId: ofProject, itemId: item?.id ?? null, message: userText, at: new Date(startedAt) },
      ...{ turnKey, sourceIds: [exchangeId] },
    };
    return { item, stated };
  }
};
