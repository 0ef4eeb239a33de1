type Attributes = Record<string, string | undefined>;

/** One section of a user message. The text stands in it as it is; only the nonce tells a fence from a line of text. */
export function fence(input: { name: string; nonce: string; text: string; attributes?: Attributes }): string {
  const { name, nonce, text, attributes = {} } = input;
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${attributeText(value ?? "")}"`)
    .join("");
  return `<<<${name} ${nonce}${written}>>>\n${text}\n<<<end ${name} ${nonce}>>>`;
}

/** An attribute sits inside quotes on one line: signs that would end it are written as plain ones. */
const attributeText = (value: string): string =>
  value.replace(/"/g, "'").replace(/[<>]/g, "").replace(/\s+/g, " ").trim();
