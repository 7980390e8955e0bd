import { Buffer, isAscii } from 'node:buffer';
import type { Encoding } from './encodings.ts';

/** Characters of the bytes from 0x80 on, which TextDecoder doesn't know. */
const UPPER_HALVES = {
  ibm437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ' +
    'áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
    '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
    'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ' +
    'áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀' +
    'ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
} as const satisfies Partial<Record<Encoding, string>>;

/** `stream`: more bytes follow. Keeps a byte order mark. */
export type BytesDecoder = (bytes: Uint8Array, stream?: boolean) => string;

/** Accepts any label of TextDecoder. */
export function bytesDecoder(encoding: string): BytesDecoder {
  if (encoding === 'ibm437' || encoding === 'ibm850')
    return (bytes) => codePageText(bytes, UPPER_HALVES[encoding]);
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  return (bytes, stream = false) => decoder.decode(bytes, { stream });
}

function codePageText(bytes: Uint8Array, upper: string): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (isAscii(bytes)) return text;
  return text.replace(/[\x80-\xff]/g, (one) => upper.charAt(one.charCodeAt(0) - 0x80));
}
