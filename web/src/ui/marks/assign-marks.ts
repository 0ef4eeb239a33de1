export type Hue = "a" | "b" | "g" | "c";
export type Shape = "circle" | "square" | "hexagon" | "pentagon";
export type Mark = { hue: Hue; shape: Shape; letter: string };

const hues: Hue[] = ["a", "b", "g", "c"];
const shapes: Shape[] = ["circle", "square", "hexagon", "pentagon"];
const homeSlot: Record<string, number> = { A: 0, B: 1, G: 2, C: 3 };

const letterOf = (model: string): string => {
  const name = model.slice(model.lastIndexOf("/") + 1);
  return (name.match(/\p{L}|\p{N}/u)?.[0] ?? "?").toUpperCase();
};

/** From the fifth model on, hues are used again with other shapes, which gives sixteen different pairs. */
const slot = (index: number): Omit<Mark, "letter"> => ({
  hue: hues[index % 4] ?? "a",
  shape: shapes[(index + Math.floor(index / 4)) % 4] ?? "circle",
});

/**
 * Gives each model of a session its initial and a slot, which is a pair of hue and shape. A model whose initial has a slot
 * of its own (`homeSlot`) gets that slot if it is free, so that it keeps its colour when other models are chosen. The
 * other models get the remaining slots in order.
 */
export function assignMarks(models: readonly string[]): Map<string, Mark> {
  const taken = new Map<number, string>();
  for (const model of models) {
    const home = homeSlot[letterOf(model)];
    if (home !== undefined && !taken.has(home)) taken.set(home, model);
  }
  const settled = new Set(taken.values());
  let next = 0;
  for (const model of models) {
    if (settled.has(model)) continue;
    while (taken.has(next)) next += 1;
    taken.set(next, model);
    settled.add(model);
  }
  const byModel = new Map<string, number>();
  for (const [index, model] of taken) byModel.set(model, index);
  return new Map(models.map((model) => [model, { ...slot(byModel.get(model) ?? 0), letter: letterOf(model) }]));
}
