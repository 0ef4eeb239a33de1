import { formatDollars } from "@dialectic/contract";
import { z } from "zod";
import { defineTool } from "#exchanges";
import { getBalance } from "#wallet";

export const walletTool = defineTool({
  name: "read_wallet",
  description: "Returns the balance of the user's wallet, the amount held for calls under way, and the free amount.",
  schema: z.strictObject({}),
  effects: "none",
  async run({ db }) {
    const { balance, held, free } = await getBalance({ db });
    const dollars = (units: bigint) => formatDollars(String(units));
    return `Balance ${dollars(balance)}, held ${dollars(held)}, free ${dollars(free)}.`;
  },
});
