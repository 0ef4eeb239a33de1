import type { ChatParts } from "#exchanges";
import type { MemoryCtx } from "#memory";
import type { UserDb } from "#platform";
import type { SessionsCtx } from "#sessions";
import { documentTools } from "./document-tools.ts";
import { fileTools } from "./file-tools.ts";
import { hiddenMessages, readMessageTool } from "./hidden-messages.ts";
import { searchTool } from "./search.tool.ts";
import { passagesSource, similarExchangesSource } from "./search-sources.ts";
import { stageTools } from "./stage-tools.ts";
import { walletTool } from "./wallet.tool.ts";

/** What tools and sources need beside the acting user's database, which each exchange brings. */
export type ChatServices = {
  ctxOf(db: UserDb): SessionsCtx & MemoryCtx;
  /** Where the folders of projects are; null where this installation keeps none. */
  dataDir: string | null;
};

/** Everything that adds to prompts and that models may call: to add one, write it beside this file and name it here. */
export const chatParts = (services: ChatServices): ChatParts => ({
  sources: [similarExchangesSource(services), passagesSource(services), hiddenMessages],
  tools: [
    searchTool(services),
    ...documentTools(services),
    readMessageTool,
    ...stageTools(services),
    walletTool,
    ...(services.dataDir === null ? [] : fileTools(services, services.dataDir)),
  ],
});
