/** The words of a text as hashes of their lower-case forms, with their start offsets. */
export type Words = { count: number; hashes: Uint32Array; starts: Int32Array };

const kinds = { separator: 0, letter: 1, digit: 2, single: 3 } as const;
type Kind = (typeof kinds)[keyof typeof kinds];

/**
 * Scans the text in one pass, because a prompt may have millions of characters. Numbers have odd hashes, words even ones.
 * In scripts written without spaces every character is a word.
 */
export function scanWords(text: string): Words {
  let room = Math.max(16, text.length >> 2);
  let hashes = new Uint32Array(room);
  let starts = new Int32Array(room);
  let count = 0;
  let at = 0;
  while (at < text.length) {
    const kind = kindOf(text.charCodeAt(at));
    if (kind === kinds.separator) {
      at += 1;
      continue;
    }
    const start = at;
    let hash = 0x811c9dc5;
    let isNumber = kind === kinds.digit;
    do {
      const code = text.charCodeAt(at);
      const here = kindOf(code);
      if (here === kinds.separator || here === kinds.single) {
        if (at === start && here === kinds.single) {
          hash = Math.imul(hash ^ code, 0x01000193);
          at += 1;
          break;
        }
        if (here === kinds.single || !joins(text, at, code)) break;
        if (code === 46) hash = Math.imul(hash ^ code, 0x01000193); // 3.5 is not 35; 3,500 is 3500
        at += 1;
        continue;
      }
      if (here === kinds.letter) isNumber = false;
      hash = Math.imul(hash ^ small(code), 0x01000193);
      at += 1;
    } while (at < text.length);
    if (count === room) {
      room *= 2;
      hashes = grown(hashes, new Uint32Array(room));
      starts = grown(starts, new Int32Array(room));
    }
    hash ^= hash >>> 15;
    hashes[count] = isNumber ? hash | 1 : hash & ~1;
    starts[count] = start;
    count += 1;
  }
  return { count, hashes: hashes.subarray(0, count), starts: starts.subarray(0, count) };
}

/** The hash of one word. */
export const wordHash = (word: string): number => scanWords(word).hashes[0] ?? 0;

export const isNumberHash = (hash: number): boolean => (hash & 1) === 1;

function grown<T extends Uint32Array | Int32Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}

/** True for an apostrophe between letters, and for a point or comma between digits. */
function joins(text: string, at: number, code: number): boolean {
  if (code !== 39 && code !== 0x2019 && code !== 46 && code !== 44) return false;
  const wanted = code === 46 || code === 44 ? kinds.digit : kinds.letter;
  return kindOf(text.charCodeAt(at - 1)) === wanted && kindOf(text.charCodeAt(at + 1)) === wanted;
}

const kindOf = (code: number): number => kindTable[code] ?? 0;
const small = (code: number): number => smallTable[code] ?? 0;

/**
 * Two tables by character code: the kind of the character, and the code of its lower-case form if that is the code plus 32.
 * Tables are used because millions of characters are looked up.
 */
const kindTable = new Uint8Array(1 << 16);
const smallTable = new Uint16Array(1 << 16);
for (let code = 0; code < 1 << 16; code += 1) {
  kindTable[code] = findKind(code);
  const hasSmall =
    between(code, 65, 90) || between(code, 0xc0, 0xde) || between(code, 0x391, 0x3a9) || between(code, 0x410, 0x42f);
  smallTable[code] = hasSmall ? code + 32 : code;
}

function findKind(code: number): Kind {
  if (code < 128) {
    if (between(code, 48, 57)) return kinds.digit;
    return between(code, 65, 90) || between(code, 97, 122) ? kinds.letter : kinds.separator;
  }
  if (code < 0xc0) return kinds.separator;
  if (code < 0x2000) return kinds.letter;
  const isSign = code < 0x2e80 || between(code, 0x3000, 0x303f) || between(code, 0xff00, 0xff0f);
  return isSign ? kinds.separator : kinds.single;
}

function between(code: number, first: number, last: number): boolean {
  return code >= first && code <= last;
}
