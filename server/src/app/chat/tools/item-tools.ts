import type { Item } from "@dialectic/contract";
import { z } from "zod";
import { type ChatTool, defineTool, type ToolCtx } from "#exchanges";
import { createItem, listItems } from "#items";
import { AppError } from "#platform";
import type { ChatServices } from "../chat-services.ts";
import { itemOf } from "../item-of.ts";
import { projectOf } from "../project-of.ts";

const mostItems = 200;

/** Reading items needs no approval; adding one waits for the user's decision. */
export const itemTools = ({ ctxOf }: ChatServices): ChatTool[] => {
  const assertFree = async ({ db, projectId }: ToolCtx, name: string) => {
    const live = await listItems(ctxOf(db), { projectId: projectOf(projectId), status: "live" });
    const same = live.find((item) => item.name.toLowerCase() === name.toLowerCase());
    if (same) throw new AppError("conflict", `The project already has an item "${same.name}" (${same.id}).`);
  };
  return [
    defineTool({
      name: "read_item",
      description:
        "Returns what is known about an item of the project, by its name or id: values and their sources, open questions, planned costs. Without a name, it lists all items.",
      schema: z.strictObject({ item: z.string().min(1).max(300).optional() }),
      effects: "none",
      async run({ db, projectId }, { item: name }) {
        const ctx = ctxOf(db);
        const ofProject = projectOf(projectId);
        if (name !== undefined) return describeItem(await itemOf(ctx, { projectId: ofProject, name }));
        const items = await listItems(ctx, { projectId: ofProject, status: "live" });
        const lines = items
          .slice(0, mostItems)
          .map(({ id, name: own, facts }) => `${id}: ${own} (${facts} ${facts === 1 ? "fact" : "facts"})`);
        const more = items.length - lines.length;
        return [...lines, ...(more > 0 ? [`… and ${more} more`] : [])].join("\n") || "The project has no items yet.";
      },
    }),
    defineTool({
      name: "add_item",
      description: "Proposes to add an item, a thing that the project is about. The user decides.",
      schema: z.strictObject({
        name: z
          .string()
          .transform((text) => text.normalize("NFC").replace(/\s+/g, " ").trim())
          .pipe(z.string().min(1).max(200))
          .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), "must be text"),
      }),
      effects: "asks",
      touches: ({ name }) => [`item:${name.toLowerCase()}`],
      async propose(tool, { name }) {
        await assertFree(tool, name);
        return { summary: `Add the item "${name}" to the project.`, price: null };
      },
      async confirm(tool, { name }) {
        await assertFree(tool, name);
        const { item } = await createItem(ctxOf(tool.db), { projectId: projectOf(tool.projectId), name });
        return `"${item.name}" was added.`;
      },
    }),
  ];
};

/** Describes an item in lines: its values, its planned cost and its first open questions. */
export function describeItem({ id, name, status, fields, questions, planned, lines }: Item): string {
  const known = fields.map(({ label, text, source, facts, conflicts, proposed }) => {
    const numbers = facts.map(({ number }) => `F${number}`).join(", ");
    const from = source === "override" ? "set by hand" : numbers;
    const open = [
      ...(conflicts > 0 ? [`${conflicts} contradict`] : []),
      ...(proposed > 0 ? [`${proposed} proposed`] : []),
    ];
    return `- ${label}: ${text || "empty"}${from ? ` [${from}]` : ""}${open.length > 0 ? ` (${open.join(", ")})` : ""}`;
  });
  return [
    `${name} (item ${id}${status === "live" ? "" : `, ${status}`})`,
    ...known,
    ...(lines > 0
      ? [
          `- ${lines} lines, planned: ${planned.map(({ amount, currency }) => `${amount} ${currency}`).join(", ") || "no prices"}`,
        ]
      : []),
    ...questions.slice(0, 5).map(({ question }) => `- Not known: ${question}`),
  ].join("\n");
}
