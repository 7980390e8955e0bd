import { bytesDecoder, type Encoding } from '#packages/tabular/tabular.ts';

/** Marks of Vietnamese tones, which Windows-1258 writes after the letter. */
const TONES = '\u0300\u0301\u0303\u0309\u0323';

const tables = new Map<Encoding, ReadonlyMap<string, readonly number[]>>();

/** Encodes text in an encoding of one or two bytes per character; throws for characters that the encoding lacks. */
export function encodeLegacy(text: string, encoding: Encoding): Uint8Array {
  const table = tables.get(encoding) ?? bytesByCharacter(encoding);
  tables.set(encoding, table);
  const written = encoding === 'windows-1258' ? withTonesApart(text) : text;
  return Uint8Array.from(
    Array.from(written, (character) => {
      const bytes = character < '\x80' ? [character.charCodeAt(0)] : table.get(character);
      if (bytes === undefined) throw new RangeError(`${encoding} has no ${character}`);
      return bytes;
    }).flat(),
  );
}

/** Inverts the decoder of an encoding: bytes of each character beyond ASCII. */
function bytesByCharacter(encoding: Encoding): Map<string, number[]> {
  const decode = bytesDecoder(encoding);
  const table = new Map<string, number[]>();
  const add = (bytes: number[]) => {
    const [character = '', ...others] = decode(Uint8Array.from(bytes));
    if (others.length === 0 && character !== '\uFFFD' && !table.has(character)) table.set(character, bytes);
  };
  const upper = Array.from({ length: 128 }, (_, index) => 128 + index);
  for (const byte of upper) add([byte]);
  if (!/^(?:shift_jis|euc-jp|gb18030|big5|euc-kr)$/.test(encoding)) return table;
  for (const lead of upper) for (let trail = 0x40; trail < 0xff; trail += 1) add([lead, trail]);
  return table;
}

function withTonesApart(text: string): string {
  return Array.from(text, (letter) => {
    const parts = [...letter.normalize('NFD')];
    const base = parts.filter((part) => !TONES.includes(part)).join('');
    return base.normalize('NFC') + parts.filter((part) => TONES.includes(part)).join('');
  }).join('');
}
