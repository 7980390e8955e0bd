import { Buffer } from 'node:buffer';
import { chunkDecoder } from '../encoding/chunk-decoder.ts';
import type { Encoding } from '../encoding/encodings.ts';
import { type XmlHandler, XmlScanner } from './xml-scanner.ts';
import type { UnpackBudget, ZipParts } from './zip-parts.ts';

/**
 * Yields after each chunk.
 * @throws FileProblem as ZipParts and XmlScanner do
 */
export async function* xmlTicks(
  zip: ZipParts,
  part: string,
  handler: XmlHandler,
  budget: UnpackBudget,
): AsyncGenerator<void> {
  const scanner = new XmlScanner(handler);
  let decode: ReturnType<typeof chunkDecoder> | undefined;
  for await (const chunk of zip.read(part, budget)) {
    decode ??= chunkDecoder(xmlEncodingOf(chunk));
    scanner.push(decode(chunk, false), false);
    yield;
  }
  scanner.push(decode?.(Buffer.alloc(0), true) ?? '', true);
  yield;
}

/** @throws FileProblem as ZipParts and XmlScanner do */
export async function readXml(
  zip: ZipParts,
  part: string,
  handler: XmlHandler,
  budget: UnpackBudget,
): Promise<void> {
  for await (const _ of xmlTicks(zip, part, handler, budget));
}

/** By a byte order mark or `<`. */
export function xmlEncodingOf(chunk: Buffer): Encoding {
  const [first, second] = chunk;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return 'utf-8';
}
