import type { ChatParts } from "#exchanges";
import type { ChatServices } from "./chat-services.ts";
import { documentTools } from "./document-tools.ts";
import { fileTools } from "./file-tools.ts";
import { hiddenMessages, readMessageTool } from "./hidden-messages.ts";
import { searchTool } from "./search.tool.ts";
import { passagesSource, similarExchangesSource } from "./search-sources.ts";
import { stageTools } from "./stage-tools.ts";
import { walletTool } from "./wallet.tool.ts";

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
