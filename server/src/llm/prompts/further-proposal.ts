const places = ["first", "second", "third"];

/**
 * The instruction for a second or later proposal of the same model, added to the step's task. Proposals are written in parallel
 * without knowing each other, so each is told to avoid the most obvious choices. The first proposal gets no such instruction.
 */
export function furtherProposal(input: { proposal: number | null; proposals: number }): string {
  const { proposal, proposals } = input;
  if (proposal === null || proposal < 2) return "";
  const before = places.slice(0, proposal - 1).join(" or ");
  return `This is proposal ${proposal} of ${proposals} that you are asked for: its main choices must differ from those you would propose ${before}.`;
}
