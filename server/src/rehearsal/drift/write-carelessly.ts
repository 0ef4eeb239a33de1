import type { PromptMessage } from "../model/prompt-messages.ts";
import { writeAnswer } from "../model/write-answer.ts";
import { type Temperament, temperamentNamed, temperamentNames } from "../temperament.ts";
import { hash } from "../text/phrasing.ts";
import { createDice, type Dice } from "./dice.ts";
import { omissions } from "./omissions.ts";
import { shapes } from "./shapes/shapes.ts";

/** On average, one in `shapedOf` groups applies one of its shapes, and one in `omittedOf` first answers leaves something out. */
const shapedOf = 3;
const omittedOf = 4;

/**
 * Writes a document in a careless form. The seed and the first user message determine the temperament and every other
 * choice, so that an answer that was cut off is continued with the same text. The answer to a further request leaves nothing
 * out, because that request names the problem.
 */
export function writeCarelessly(seed: string, messages: readonly PromptMessage[]): string {
  return writeAnswer(temperamentBehind(seed, messages), messages, (document, { isFurther }) => {
    const dice = createDice(`${keyOf(seed, messages)}/${isFurther}`);
    const whole = isFurther ? document : omit(document, dice);
    return deform(whole, dice);
  });
}

/** The temperament that writes the document before it is made careless. */
export function temperamentBehind(seed: string, messages: readonly PromptMessage[]): Temperament {
  const name = temperamentNames[hash(keyOf(seed, messages)) % temperamentNames.length] ?? "atlas";
  return temperamentNamed(name, seed);
}

const keyOf = (seed: string, messages: readonly PromptMessage[]): string =>
  `${seed}/${hash(withoutNonce(messages.find((message) => message.role === "user")?.text ?? ""))}`;

/** The nonce is removed, because it differs from session to session. */
const withoutNonce = (prompt: string): string => {
  const nonce = prompt.match(/<<<end task ([0-9A-Za-z]+)>>>\s*$/)?.[1];
  return nonce ? prompt.replaceAll(nonce, "") : prompt;
};

function omit(document: string, dice: Dice): string {
  if (!dice.once(omittedOf)) return document;
  const shorter = omissions.map((leaveOut) => leaveOut(document, dice)).filter((one) => one !== document);
  return dice.pick(shorter) ?? document;
}

/** Applies at most one shape of each group, in the order of the groups. */
export const deform = (document: string, dice: Dice): string =>
  shapes.reduce(
    (answer, group) => (dice.once(shapedOf) ? (dice.pick(group)?.apply(answer) ?? answer) : answer),
    document,
  );
