import type { ModelInfo } from "@dialectic/contract";
import { AppError } from "#platform";

const rehearsal = (name: string, about: string): ModelInfo => ({
  id: `rehearsal/${name}`,
  provider: "rehearsal",
  name: `Rehearsal ${name}`,
  about,
  contextWindow: 128_000,
  maxOutputTokens: 16_000,
  free: true,
});

const models: readonly ModelInfo[] = [
  rehearsal("atlas", "Offline, deterministic. Ambitious and structured: asks what the plan must carry."),
  rehearsal("briar", "Offline, deterministic. Sceptical: asks what it costs and how it goes wrong."),
  rehearsal("cedar", "Offline, deterministic. Practical: asks who does it, for whom, hour by hour."),
];

/** Every model that can be chosen, in the order in which they are shown. */
export function listModels(): ModelInfo[] {
  return models.map((model) => ({ ...model }));
}

export function requireModel(id: string): ModelInfo {
  const found = models.find((model) => model.id === id);
  if (found) return { ...found };
  throw new AppError(
    "unknown_model",
    `There is no model “${id}”: did you mean ${nearestModel(id)}? \`dialectic models\` lists all of them.`,
    { details: { model: id, known: models.map((model) => model.id) } },
  );
}

function nearestModel(id: string): string {
  const wanted = id.toLowerCase();
  const ranked = models
    .map((model) => ({ id: model.id, distance: nearness(wanted, model.id) }))
    .toSorted((a, b) => a.distance - b.distance);
  return ranked[0]?.id ?? "";
}

/** People leave the provider out (“atlas”) as often as they mistype, so the bare name is compared as well. */
function nearness(wanted: string, known: string): number {
  return Math.min(editDistance(wanted, known), editDistance(wanted, known.slice(known.indexOf("/") + 1)));
}

function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j += 1) {
      const replaced = (row[j] ?? 0) + (letter === to[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
