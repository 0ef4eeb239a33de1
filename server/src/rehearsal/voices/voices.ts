import type { TemperamentName } from "../temperament.ts";
import { atlas } from "./atlas.ts";
import { briar } from "./briar.ts";
import { cedar } from "./cedar.ts";
import { figures } from "./figures.ts";
import type { Position, Voice } from "./voice.ts";

type FullVoice = Voice & { kinds: { figure: Position } };

export const voices: Record<TemperamentName, FullVoice> = {
  atlas: { ...atlas, kinds: { ...atlas.kinds, figure: figures.atlas } },
  briar: { ...briar, kinds: { ...briar.kinds, figure: figures.briar } },
  cedar: { ...cedar, kinds: { ...cedar.kinds, figure: figures.cedar } },
};

export const voiceOf = ({ temperament }: { temperament: { name: TemperamentName } }): FullVoice =>
  voices[temperament.name];

/** Replaces `“”` with a quotation, which brings its own quotation marks. */
export const fill = (text: string, quotation: string): string => text.replaceAll("“”", () => quotation);
