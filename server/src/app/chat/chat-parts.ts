import type { ChatParts } from "#exchanges";
import type { ChatServices } from "./chat-services.ts";
import { claimTool } from "./claim.tool.ts";
import { documentTools } from "./document-tools.ts";
import { factTools } from "./fact-tools.ts";
import { factsSource } from "./facts.source.ts";
import { fileTools } from "./file-tools.ts";
import { hiddenMessages, readMessageTool } from "./hidden-messages.ts";
import { itemTools } from "./item-tools.ts";
import { queryTool } from "./query/query.tool.ts";
import { regenerationTools } from "./regeneration-tools.ts";
import { searchTool } from "./search.tool.ts";
import { passagesSource, similarExchangesSource } from "./search-sources.ts";
import { spellingSource } from "./spelling/spelling.source.ts";
import { stageTools } from "./stage-tools.ts";
import { termsSource } from "./terms.source.ts";
import { walletTool } from "./wallet.tool.ts";

/** All context sources and tools of conversations. To add one, write it beside this file and list it here. */
export const chatParts = (services: ChatServices): ChatParts => ({
  sources: [
    factsSource(services),
    termsSource(services),
    similarExchangesSource(services),
    passagesSource(services),
    spellingSource(),
    hiddenMessages,
  ],
  tools: [
    searchTool(services),
    ...factTools(services),
    ...documentTools(services),
    ...itemTools(services),
    claimTool(services),
    readMessageTool,
    ...stageTools(services),
    ...regenerationTools(services),
    walletTool,
    queryTool(services),
    ...(services.dataDir === null ? [] : fileTools(services, services.dataDir)),
  ],
});
