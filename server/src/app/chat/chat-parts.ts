import type { ChatParts } from "#exchanges";
import type { ChatServices } from "./chat-services.ts";
import { hiddenMessages, readMessageTool } from "./hidden-messages.ts";
import { queryTool } from "./query/query.tool.ts";
import { factsSource } from "./sources/facts.source.ts";
import { passagesSource, similarExchangesSource } from "./sources/search-sources.ts";
import { termsSource } from "./sources/terms.source.ts";
import { spellingSource } from "./spelling/spelling.source.ts";
import { claimTool } from "./tools/claim.tool.ts";
import { documentTools } from "./tools/document-tools.ts";
import { factTools } from "./tools/fact-tools.ts";
import { fileTools } from "./tools/file-tools.ts";
import { itemTools } from "./tools/item-tools.ts";
import { regenerationTools } from "./tools/regeneration-tools.ts";
import { searchTool } from "./tools/search.tool.ts";
import { stageTools } from "./tools/stage-tools.ts";
import { walletTool } from "./tools/wallet.tool.ts";

/** All context sources and tools of conversations. To add one, write it in tools/ or sources/ and list it here. */
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
