import { Buffer } from 'node:buffer';
import { contactOfLink, linkedText } from '../source/link-text.ts';
import type { BiffRecords } from './biff-records.ts';

export const HYPERLINK = 0x01b8;

/** First and last row, first and last column, class. */
const HEAD_BYTES = 24;
/** Class of a URL, before its length in bytes and UTF-16. */
const URL_CLASS = Buffer.from('e0c9ea79f9bace118c8200aa004ba90b', 'hex');
const URL_BYTES = 4_096;
/** As for XLSX. */
const LINK_LIMIT = 100_000;

/** Contacts that cells link to. */
export class BiffLinks {
  /** By row and column from 0. */
  readonly #contacts = new Map<number, Map<number, string>>();
  #count = 0;

  /** Ignores damaged links and links to other things. */
  add({ bytes, start, end }: BiffRecords): void {
    const url = bytes.subarray(start, end).indexOf(URL_CLASS);
    const at = start + url + URL_CLASS.length;
    if (url < HEAD_BYTES || at + 4 > end) return;
    const length = Math.min(bytes.readUInt32LE(at), end - at - 4, URL_BYTES);
    const [target = ''] = bytes.toString('utf16le', at + 4, at + 4 + length).split('\0', 1);
    const contact = contactOfLink(target);
    if (contact === null) return;
    for (let row = bytes.readUInt16LE(start); row <= bytes.readUInt16LE(start + 2); row += 1) {
      const first = bytes.readUInt16LE(start + 4);
      for (let column = first; column <= bytes.readUInt16LE(start + 6); column += 1) {
        if (this.#count >= LINK_LIMIT) return;
        this.#count += 1;
        const inRow = this.#contacts.get(row) ?? new Map<number, string>();
        this.#contacts.set(row, inRow.set(column, contact));
      }
    }
  }

  /** Replaces texts without an address by the contact. */
  apply(row: number, cells: string[]): void {
    const contacts = this.#contacts.get(row);
    if (contacts === undefined) return;
    for (const [column, contact] of contacts) {
      const own = cells[column] ?? '';
      if (own !== '') cells[column] = linkedText(own, contact);
    }
  }
}
