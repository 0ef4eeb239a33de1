const places = ["first", "second", "third"];

/**
 * What a further proposal of the same model is told beyond the step's task. They are written side by side and none sees
 * the others: each is to leave aside what would come to mind before it. The first is told nothing.
 */
export function furtherProposal(input: { proposal: number | null; proposals: number }): string {
  const { proposal, proposals } = input;
  if (proposal === null || proposal < 2) return "";
  const before = places.slice(0, proposal - 1).join(" or ");
  return `This is proposal ${proposal} of ${proposals} that you are asked for: its main choices must differ from those you would propose ${before}.`;
}
