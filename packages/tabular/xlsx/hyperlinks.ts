import { Buffer } from 'node:buffer';
import { chunkDecoder } from '../encoding/chunk-decoder.ts';
import { FileProblem } from '../source/file-problem.ts';
import { type CellLinks, contactOfLink } from '../source/link-text.ts';
import { readXml, xmlEncodingOf } from './xml-part.ts';
import { type XmlHandler, XmlScanner } from './xml-scanner.ts';
import { xmlText } from './xml-text.ts';
import { UnpackBudget, type ZipParts } from './zip-parts.ts';

/** Excel allows 65,530 links; further links and cells are ignored. */
const LINK_LIMIT = 100_000;

/** Returns the contacts that cells of a worksheet link to; a damaged link doesn't break the sheet. */
export async function readCellLinks(zip: ZipParts, part: string): Promise<CellLinks | null> {
  try {
    const contacts = await readContacts(zip, part);
    return contacts.size === 0 ? null : await readLinkedCells(zip, part, contacts);
  } catch (error) {
    if (error instanceof FileProblem) return null;
    throw error;
  }
}

/** Returns contacts by relationship. */
async function readContacts(zip: ZipParts, part: string): Promise<Map<string, string>> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const file = `${folder}_rels/${part.slice(folder.length)}.rels`;
  const contacts = new Map<string, string>();
  if (!zip.has(file)) return contacts;
  const handler = elementHandler('Relationship', (attributes) => {
    // Sheets have up to 65,530 links, and `attribute` takes longer.
    const target = /(?:^|\s)Target\s*=\s*["']\s*((?:mailto|tel):[^"']*)["']/i.exec(attributes)?.[1];
    if (target === undefined) return;
    const contact = contactOfLink(xmlText(target));
    const id = /(?:^|\s)Id\s*=\s*["']([^"']*)["']/.exec(attributes)?.[1];
    if (contact !== null && id !== undefined && contacts.size < LINK_LIMIT) contacts.set(id, contact);
  });
  await readXml(zip, file, handler, new UnpackBudget());
  return contacts;
}

/** The links stand after the rows, so only the rest of the part is parsed. */
async function readLinkedCells(
  zip: ZipParts,
  part: string,
  contacts: ReadonlyMap<string, string>,
): Promise<CellLinks> {
  const links = new Map<number, Map<number, string>>();
  let count = 0;
  const handler = elementHandler('hyperlink', (attributes) => {
    const id = /(?:^|\s)[\w.-]+:id\s*=\s*["']([^"']*)["']/.exec(attributes)?.[1] ?? '';
    const contact = contacts.get(id);
    if (contact === undefined) return;
    const reference = /(?:^|\s)ref\s*=\s*["']([^"']*)["']/.exec(attributes)?.[1] ?? '';
    for (const [row, column] of cellsOf(reference)) {
      if (count >= LINK_LIMIT) return;
      count += 1;
      const inRow = links.get(row) ?? new Map<number, string>();
      links.set(row, inRow.set(column, contact));
    }
  });
  const scanner = new XmlScanner(handler);
  let decode: ReturnType<typeof chunkDecoder> | undefined;
  let isBehindRows = false;
  let kept = '';
  for await (const chunk of zip.read(part, new UnpackBudget())) {
    decode ??= chunkDecoder(xmlEncodingOf(chunk));
    const text = decode(chunk, false);
    if (isBehindRows) {
      scanner.push(text, false);
      continue;
    }
    const both = kept + text;
    const found = both.includes('hyperlinks') ? both.search(LINKS) : -1;
    isBehindRows = found !== -1;
    if (isBehindRows) scanner.push(both.slice(found), false);
    else kept = both.slice(-KEPT_CHARACTERS);
  }
  scanner.push(decode?.(Buffer.alloc(0), true) ?? '', true);
  return links;
}

const LINKS = /<(?:[\w.-]{1,20}:)?hyperlinks[\s>]/;
/** Longer than `LINKS`. */
const KEPT_CHARACTERS = 40;

function elementHandler(wanted: string, take: (attributes: string) => void): XmlHandler {
  return {
    wantsText: false,
    open: (name, attributes) => {
      if (name === wanted) take(attributes);
    },
    close: () => undefined,
    text: () => undefined,
  };
}

/** Yields rows from 1 and columns from 0 of a reference such as `A2` or `A2:B9`. */
function* cellsOf(reference: string): Generator<[number, number]> {
  const [, first = '', from = '', last = first, to = from] =
    /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/i.exec(reference) ?? [];
  for (let row = Number(from); first !== '' && row <= Number(to); row += 1) {
    for (let column = columnNumber(first); column <= columnNumber(last); column += 1) yield [row, column];
  }
}

function columnNumber(letters: string): number {
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
