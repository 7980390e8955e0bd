import { FileProblem } from '../source/file-problem.ts';
import { PendingText } from '../source/pending-text.ts';
import { xmlText } from './xml-text.ts';

/** Per tag, comment or CDATA section. */
const TOKEN_LIMIT = 1024 * 1024;
/** `&#x10FFFF;` has 10, but leading zeros are allowed. */
const REFERENCE_LIMIT = 32;

/** Names come without namespace prefix. */
export interface XmlHandler {
  /** Otherwise text isn't copied. */
  readonly wantsText: boolean;
  /** `attributes`: the tag's text after its name. Empty elements also call `close`. */
  open(name: string, attributes: string): void;
  close(name: string): void;
  text(text: string): void;
}

const SLASH = 47;
const COLON = 58;
const BANG = 33;
const QUESTION = 63;

/** Rejects a DOCTYPE, and so custom entities, as `broken`. */
export class XmlScanner {
  readonly #handler: XmlHandler;
  readonly #pending = new PendingText(TOKEN_LIMIT);
  #text = '';
  #nameEnd = 0;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  /**
   * `last`: no text follows.
   * @throws FileProblem `broken` for a DOCTYPE or a token over 1 million characters
   */
  push(chunk: string, last: boolean): void {
    const text = this.#pending.append(chunk, last);
    if (text === null) return;
    this.#text = text;
    const end = this.#scan();
    this.#text = '';
    this.#pending.keep(text.slice(end));
    if (this.#pending.isTooLong) throw brokenXml('A part of it never ends.');
  }

  /** Returns the start of the first incomplete token. */
  #scan(): number {
    const text = this.#text;
    let at = 0;
    for (;;) {
      const start = text.indexOf('<', at);
      if (start === -1) return this.#openText(at);
      if (start > at && this.#handler.wantsText) this.#handler.text(xmlText(text.slice(at, start)));
      const next = this.#markup(start);
      if (next === -1) return start;
      at = next;
    }
  }

  /** Stops before an incomplete reference or line end. */
  #openText(at: number): number {
    const text = this.#text;
    const reference = text.indexOf('&', Math.max(at, text.length - REFERENCE_LIMIT));
    const end = reference === -1 ? text.length - (text.endsWith('\r') ? 1 : 0) : reference;
    if (end > at && this.#handler.wantsText) this.#handler.text(xmlText(text.slice(at, end)));
    return Math.max(at, end);
  }

  /** Returns the markup's end, or -1 if incomplete. */
  #markup(start: number): number {
    const code = this.#text.charCodeAt(start + 1);
    if (code === BANG) return this.#declaration(start);
    if (code === QUESTION) return this.#after('?>', start + 2);
    const end = tagEnd(this.#text, start + 1);
    if (end === -1) return -1;
    if (code === SLASH) this.#handler.close(this.#name(start + 2, end));
    else this.#tag(start + 1, end);
    return end + 1;
  }

  /** Records its end in `#nameEnd`. */
  #name(start: number, end: number): string {
    let from = start;
    let at = start;
    for (let code = this.#text.charCodeAt(at); at < end && code > 32; code = this.#text.charCodeAt(at)) {
      at += 1;
      if (code === COLON) from = at;
    }
    this.#nameEnd = at;
    return this.#text.slice(from, at);
  }

  #tag(start: number, end: number): void {
    const empty = this.#text.charCodeAt(end - 1) === SLASH;
    const close = empty ? end - 1 : end;
    const name = this.#name(start, close);
    this.#handler.open(name, this.#text.slice(this.#nameEnd, close));
    if (empty) this.#handler.close(name);
  }

  #declaration(start: number): number {
    const text = this.#text;
    if (text.startsWith('<!--', start)) return this.#after('-->', start + 4);
    if (text.startsWith('<![CDATA[', start)) {
      const end = text.indexOf(']]>', start + 9);
      if (end === -1) return -1;
      if (this.#handler.wantsText) this.#handler.text(text.slice(start + 9, end));
      return end + 3;
    }
    if (text.length - start < '<![CDATA['.length) return -1;
    throw brokenXml('It holds a document type declaration, which workbooks never do.');
  }

  #after(mark: string, from: number): number {
    const found = this.#text.indexOf(mark, from);
    return found === -1 ? -1 : found + mark.length;
  }
}

/** Returns the tag's `>` outside quotes, or -1. */
function tagEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 62) return at;
    if (code !== 34 && code !== 39) continue;
    at = text.indexOf(code === 34 ? '"' : "'", at + 1);
    if (at === -1) return -1;
  }
  return -1;
}

export function brokenXml(why: string): FileProblem {
  return new FileProblem('broken', `The workbook is damaged and can't be read. ${why}`);
}
