import { SessionId } from "@dialectic/contract";
import { z } from "zod";
import { type ChatTool, defineTool } from "#exchanges";
import { AppError } from "#platform";
import { getClaims } from "#review";
import type { ChatServices } from "../chat-services.ts";
import { sessionOf } from "../session-of.ts";

/** Answers questions such as "Why was C14 rejected?" */
export const claimTool = ({ ctxOf }: ChatServices): ChatTool =>
  defineTool({
    name: "explain_claim",
    description:
      "Returns the text of a claim such as C14, the verdict of each synthesis with its reason, and the user's choice.",
    schema: z.strictObject({
      claim: z.string().regex(/^C\d{1,6}$/i, "a claim is named by C and its number, such as C14"),
      sessionId: SessionId.optional().describe("by default, the newest session of the project"),
    }),
    effects: "none",
    async run({ db, projectId }, { claim: name, sessionId }) {
      const ctx = ctxOf(db);
      const session = await sessionOf(ctx, sessionId, projectId);
      const { items } = await getClaims(ctx, { sessionId: session.id });
      const claim = items.find(({ id }) => id === name.toUpperCase());
      if (!claim) throw new AppError("not_found", `Session ${session.id} has no claim ${name.toUpperCase()}.`);
      const { id, text, model, verdicts, choice, documentId } = claim;
      return [
        `${id}, from the proposal of ${model}${documentId ? ` (document ${documentId})` : ""}: ${text}`,
        ...verdicts.map(
          ({ model: judge, verdict, because }) => `${judge}: ${verdict}${because ? `, because ${because}` : ""}`,
        ),
        ...(verdicts.length === 0 ? ["No synthesis has judged it yet."] : []),
        ...(choice ? [`The user chose: ${choice.verdict}${choice.note ? `, ${choice.note}` : ""}`] : []),
      ].join("\n");
    },
  });
