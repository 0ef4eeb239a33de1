import type { ContributionId, TokenRange } from "@dialectic/contract";
import { inputLimit } from "#context";
import type { ModelTerms } from "#models";
import type { RecipeStep, WorkOrder } from "#recipes";
import { type CombiningRoom, combiningRoom, combiningTree, leastRoom } from "../combining/combining-room.ts";
import { combiningCap, lastCombiningContinuation, mostAskedFor, tokensPerWord } from "../combining/combining-sizes.ts";
import type { CombiningContext } from "../combining/combining-work.ts";
import { groupInputs, type InputGroup } from "../combining/group-inputs.ts";
import { mostCalls } from "../combining/plan-branches.ts";
import { tokensWritten } from "../contributions/output-cap.ts";
import type { CallEstimate, RequestTokens } from "./estimate-call.ts";

type Combining = {
  context: CombiningContext;
  step: RecipeStep;
  order: Pick<WorkOrder, "inputs">;
  /** The size of an input in the model's own tokens. */
  sizeOf: (id: ContributionId) => TokenRange;
  writer: ModelTerms;
  cap: number;
  chosen: number | null;
  requests: number;
};
type Call = Pick<CallEstimate, "reads" | "fixed">;

/** The calls that combine the inputs of another call: those that are expected, and the most that are possible. */
export type CombiningEstimate = { expected: RequestTokens[]; calls: number; high: RequestTokens[] };

/** The usual, smallest and largest ratio between a model's own token count and ours. */
const factors = { usual: 1.02, least: 1, most: 2 };

/**
 * Estimates the calls that combine a step's inputs. There are none if the step does not combine, or if the prompt fits even
 * with the longest inputs.
 */
export function estimateCombining(call: Call, input: Combining): CombiningEstimate {
  const { step, writer, cap, order, context } = input;
  const several = order.inputs.filter(({ ids }) => ids.length > 1);
  const mayCombine =
    step.oversize === "combine" &&
    Boolean(context.stage.recipe.combining) &&
    several.length > 0 &&
    call.reads.high > (writer.contextWindow - cap) / factors.most;
  if (!mayCombine) return { expected: [], calls: 0, high: [] };
  const isCertain = call.reads.expected + cap > writer.contextWindow;
  const expected = isCertain ? expectedGroups(call, input).flatMap((group) => expectedRequests(group, input)) : [];
  const high = several.flatMap((group) => highRequests(group, input));
  return { expected, calls: expected.length, high };
}

const termsOf = ({ writer: model, chosen, requests }: Combining, type: string, factor: number) => ({
  ...{ type, model, chosen, factor },
  continuations: requests - 1,
});

function expectedGroups({ fixed }: Call, { order, sizeOf, writer, cap }: Combining): InputGroup[] {
  const limit = inputLimit({ ...writer, maxOutputTokens: cap, factor: factors.usual });
  const ids = order.inputs.flatMap((one) => one.ids);
  const sizes = new Map(ids.map((id) => [id, sizeOf(id).expected]));
  const frame = fixed.expected;
  return groupInputs(order, { sizes, space: limit - frame, most: mostAskedFor({ limit, cap, frame }) });
}

/** Simulates rounds of calls, each of which reads as much as fits, until one call can read all results. */
function expectedRequests({ type, ids, words }: InputGroup, input: Combining): RequestTokens[] {
  const { whole, branch } = combiningTree(input.context, { ...termsOf(input, type, factors.usual), words });
  const written = (room: CombiningRoom) => Math.min(room.cap, Math.ceil(room.words * tokensWritten));
  const request = (room: CombiningRoom, read: number): RequestTokens => ({
    inputTokens: Math.ceil(room.frame + Math.min(read, Math.max(room.room, 0))),
    outputTokens: written(room),
  });
  const mayBranch = branch.room >= leastRoom(input.writer);
  const requests: RequestTokens[] = [];
  let texts = ids.length;
  let size = ids.reduce((sum, id) => sum + input.sizeOf(id).expected + whole.perPart, 0);
  while (mayBranch && size > whole.room && texts > 1) {
    const groups = Math.max(2, Math.ceil(size / branch.room));
    if (requests.length > 0 && groups >= texts) break;
    requests.push(...Array.from({ length: groups }, () => request(branch, size / groups)));
    texts = groups;
    size = groups * (written(branch) + branch.perPart);
  }
  return size <= whole.room || mayBranch ? [...requests, request(whole, size)] : [];
}

/**
 * An upper bound, for which every branch has the least room, every text its maximum length, and every allowed request is
 * made. Branches have the least room if the model counts twice as many tokens as we do; texts are longest if it counts the
 * same.
 */
function highRequests({ type, ids }: Pick<InputGroup, "type" | "ids">, input: Combining): RequestTokens[] {
  const { context, writer, chosen } = input;
  const { branch: longest } = combiningTree(context, { ...termsOf(input, type, factors.least), words: 0 });
  const { room, perPart } = combiningRoom(context, { ...termsOf(input, type, factors.most), words: longest.words });
  const least = Math.max(room, leastRoom(writer));
  const size = ids.reduce((sum, id) => sum + input.sizeOf(id).high + perPart, 0);
  // Two consecutive groups together always exceed the room of one call. Cutting a text may add one part to each group.
  const groups = Math.ceil(((2 * size) / least + 1) / Math.max(0.1, 1 - (2 * perPart) / least));
  // The requested length never exceeds the output cap or a third of the window, whichever is larger.
  const words = Math.max(input.cap, writer.contextWindow / 3) / tokensPerWord;
  const most = { words, cap: combiningCap({ words, chosen, model: writer }) };
  const requestsOf = (of: { words: number; cap: number }, calls: number): RequestTokens[] =>
    Array.from({ length: calls * Math.min(input.requests, lastCombiningContinuation(of) + 1) }, () => ({
      inputTokens: writer.contextWindow,
      outputTokens: of.cap,
    }));
  return [...requestsOf(longest, mostCalls(groups) - 1), ...requestsOf(most, 1)];
}
