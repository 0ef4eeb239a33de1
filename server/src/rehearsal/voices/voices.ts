import type { TemperamentName } from "../temperament.ts";
import { atlas } from "./atlas.ts";
import { briar } from "./briar.ts";
import { cedar } from "./cedar.ts";
import type { Voice } from "./voice.ts";

export const voices: Record<TemperamentName, Voice> = { atlas, briar, cedar };

export const voiceOf = ({ temperament }: { temperament: { name: TemperamentName } }): Voice => voices[temperament.name];

/** Replaces `“”` with a quotation, which brings its own quotation marks. */
export const fill = (text: string, quotation: string): string => text.replaceAll("“”", () => quotation);
