import { formatDollars } from "@dialectic/contract";
import { z } from "zod";
import { defineTool } from "#exchanges";
import { getBalance } from "#wallet";

export const walletTool = defineTool({
  name: "read_wallet",
  description: "Tells what the user's wallet has, what is held for calls under way, and what is free.",
  schema: z.strictObject({}),
  effects: "none",
  async run({ db }) {
    const { balance, held, free } = await getBalance({ db });
    const dollars = (units: bigint) => formatDollars(String(units));
    return `Balance ${dollars(balance)}, held ${dollars(held)}, free ${dollars(free)}.`;
  },
});
