import type { Fact } from "@dialectic/contract";
import type { ContextSource } from "#exchanges";
import { blockOf, findFacts } from "#ledger";
import type { ChatServices } from "../chat-services.ts";

/** About a page of facts; the model finds the rest with search_facts. */
const mostFacts = 60;

/** The accepted and disputed facts of the project, block by block; facts that contain words of the question come first. */
export const factsSource = ({ ctxOf }: ChatServices): ContextSource => ({
  name: "facts",
  title: "What is known about the project",
  deadlineMs: 1_000,
  async gather({ db }, { text, projectId }) {
    if (projectId === null) return [];
    const wanted = { projectId, question: text, statuses: ["accepted", "conflict"] as const, limit: mostFacts };
    const { facts } = await findFacts(ctxOf(db), wanted);
    const blocks = Map.groupBy(facts, ({ key }) => blockOf(key));
    const most = (own: readonly { hits: number }[]) => Math.max(...own.map(({ hits }) => hits));
    return [...blocks]
      .toSorted(([, one], [, other]) => most(other) - most(one))
      .map(([block, own]) => `${block}:\n${own.map(toLine).join("\n")}`);
  },
});

/** `- Total budget: 80,000 EUR [F3] (project.budget.total)`; a fact of an item begins with the item's name. */
export const toLine = ({ itemName, statement, number, key, status }: Fact): string =>
  `- ${itemName === null ? "" : `${itemName}: `}${statement} [F${number}] (${key}${status === "accepted" ? "" : `, ${status}`})`;
