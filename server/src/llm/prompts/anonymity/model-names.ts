/** The makers of model families. */
const makers: Readonly<Record<string, readonly string[]>> = {
  claude: ["Anthropic"],
  gpt: ["OpenAI"],
  gemini: ["Google DeepMind", "Google"],
  gemma: ["Google DeepMind", "Google"],
  llama: ["Meta AI", "Meta"],
  mistral: ["Mistral AI"],
  qwen: ["Alibaba Cloud", "Alibaba"],
  grok: ["xAI"],
  deepseek: ["DeepSeek"],
  phi: ["Microsoft"],
  command: ["Cohere"],
  kimi: ["Moonshot AI", "Moonshot"],
  glm: ["Zhipu AI", "Zhipu", "Z.ai"],
};

/** Other names that the models of a family use for themselves. */
const brands: Readonly<Record<string, readonly string[]>> = {
  gpt: ["ChatGPT"],
  mistral: ["Le Chat", "Mixtral", "Ministral", "Magistral"],
  qwen: ["QwQ", "Tongyi Qianwen"],
  command: ["Command R+", "Command R", "Command A"],
};

/** Model names that are used without the name of the family: “Opus 5.5”. */
const nicknames: Readonly<Record<string, readonly string[]>> = { claude: ["Opus", "Sonnet", "Haiku"] };

/** Families whose name is an ordinary word, which names a model only together with what follows: “Command R”. */
const ordinary = ["command"];
/** Vendors whose bare name is not a signature, because it also occurs as an ordinary word. */
const ordinaryVendors = ["meta", "microsoft"];

/**
 * Words that display names may contain. The words of the session's model ids are added: `claude-3-5-sonnet-20241022` calls
 * itself “Claude 3.5 Sonnet”.
 */
const editions =
  "pro|flash|mini|nano|turbo|large|medium|small|instruct|preview|thinking|chat|coder|latest|base|plus|max|lite|ultra|opus|sonnet|haiku|distill|oss".split(
    "|",
  );

export type ModelNames = {
  /** Ids, families and brands. */
  models: string[];
  /** Parts of display names that are also ordinary words, and so count only with a capital letter. */
  nicknames: string[];
  vendors: string[];
  /** Words that may follow a family in a display name. */
  editions: string[];
  /** Vendors whose bare name may be a signature. */
  signingVendors: ReadonlySet<string>;
};

/**
 * The names of a session's models and of all known families, because any model may introduce itself as one of another
 * family.
 */
export function modelNames(models: readonly string[]): ModelNames {
  const short = models.map(shortName);
  const families = short.map(familyOf).filter((name) => name.length > 2 && !ordinary.includes(name));
  const known = Object.keys(makers).filter((name) => !ordinary.includes(name));
  const words = short.flatMap((name) => name.match(/\p{L}{2,}/gu) ?? []);
  const hosts = models.flatMap((model) => model.split("/").slice(0, -1));
  const all = new Set([...families, ...short.map(familyOf), ...known]);
  const vendors = [...hosts, ...[...all].flatMap((name) => makers[name] ?? [])].filter(
    (name) => !all.has(name.toLowerCase()),
  );
  return {
    models: [...models, ...short, ...families, ...known, ...Object.values(brands).flat()],
    nicknames: [
      ...[...all].flatMap((name) => nicknames[name] ?? []),
      ...words.filter((word) => word.length > 2 && !editions.includes(word) && !all.has(word)),
    ],
    vendors,
    editions: [...new Set([...editions, ...words])],
    signingVendors: new Set(
      vendors.map((name) => name.toLowerCase()).filter((name) => !ordinaryVendors.includes(name)),
    ),
  };
}

const shortName = (model: string): string => model.slice(model.lastIndexOf("/") + 1);

/** The family of a model by its id or by any name: `gpt` for `openai/gpt-6-sol` and “ChatGPT”. */
export function familyOf(name: string): string {
  const lower = shortName(name).toLowerCase();
  for (const [family, names] of Object.entries(brands))
    if (names.some((brand) => lower.startsWith(brand.toLowerCase()))) return family;
  for (const [family, names] of Object.entries(nicknames))
    if (names.some((one) => lower.startsWith(one.toLowerCase()))) return family;
  return /^\p{L}+/u.exec(lower)?.[0] ?? lower;
}
