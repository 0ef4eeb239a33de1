type Attributes = Record<string, string | undefined>;

/**
 * One section of a user message. The text is not escaped, because the nonce distinguishes a fence from a line of text
 * that looks like one.
 */
export function fence(input: { name: string; nonce: string; text: string; attributes?: Attributes }): string {
  const { name, nonce, text, attributes = {} } = input;
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${attributeText(value ?? "")}"`)
    .join("");
  return `<<<${name} ${nonce}${written}>>>\n${text}\n<<<end ${name} ${nonce}>>>`;
}

/**
 * An attribute is in double quotes on one line, so quotes, angle brackets and line breaks in it are replaced or removed.
 */
const attributeText = (value: string): string =>
  value.replace(/"/g, "'").replace(/[<>]/g, "").replace(/\s+/g, " ").trim();
