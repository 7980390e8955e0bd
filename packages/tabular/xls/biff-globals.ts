import { isAscii } from 'node:buffer';
import { bytesDecoder } from '../encoding/code-pages.ts';
import { FileProblem } from '../source/file-problem.ts';
import { builtInFormat, type NumberFormat, shownFormat } from '../source/number-format.ts';
import { encrypted } from '../source/other-formats.ts';
import { BiffRecords, BOF, CONTINUE } from './biff-records.ts';
import { BiffStrings, SharedStringRecords } from './biff-strings.ts';
import type { CompoundStream } from './compound-stream.ts';
import { damagedXls } from './xls-problem.ts';

const LABELS = new Map([
  [437, 'ibm437'],
  [850, 'ibm850'],
  [866, 'ibm866'],
  [932, 'shift_jis'],
  [936, 'gbk'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [1200, 'utf-16le'],
  [10000, 'macintosh'],
  [10007, 'x-mac-cyrillic'],
  [32768, 'macintosh'],
  [65001, 'utf-8'],
]);

type BytesToText = (bytes: Buffer) => string;

/** Falls back to Windows-1252. */
function codePageText(codePage: number): BytesToText {
  const isWindows = codePage === 874 || (codePage >= 1250 && codePage <= 1258);
  const label = LABELS.get(codePage) ?? (isWindows ? `windows-${codePage}` : 'windows-1252');
  const decode = bytesDecoder(label);
  // All but UTF-16 contain ASCII.
  return (bytes) => (isAscii(bytes) && label !== 'utf-16le' ? bytes.toString('latin1') : decode(bytes));
}

/** Excel 97 to 2003 write BIFF8, Excel 5 and 95 BIFF5. */
export type BiffVersion = 5 | 8;

/** A worksheet and its BOF's position. */
export interface BiffSheet {
  name: string;
  isHidden: boolean;
  position: number;
}

export interface BiffGlobals {
  version: BiffVersion;
  /** In tab order, hidden sheets included; no charts, macros or modules. */
  sheets: BiffSheet[];
  date1904: boolean;
  /** By cell style (XF). */
  formats: NumberFormat[];
  /** Empty in BIFF5. */
  strings: SharedStringRecords;
  text: BytesToText;
}

const CODE_PAGE = 0x42;
const DATE_MODE = 0x22;
const FILE_PASS = 0x2f;
const SHEET = 0x85;
const STYLE = 0xe0;
const SHARED_STRINGS = 0xfc;
const FORMAT = 0x041e;
const GLOBALS = 0x0005;
const WINDOWS_1252 = 1252;
/** Far beyond Excel's limits. */
const SHEET_LIMIT = 10_000;
const STYLE_LIMIT = 65_536;

/**
 * @throws FileProblem `encrypted` for any password, even Excel's standard one; `not_supported` before Excel 5
 */
export async function readGlobals(stream: CompoundStream): Promise<BiffGlobals> {
  const globals = new GlobalsReader(await readVersion(stream));
  const records = new BiffRecords(stream, 0);
  do {
    while (records.next()) globals.read(records);
  } while (await records.fill());
  return globals.finish();
}

export function oldWorkbook(): FileProblem {
  const message =
    'The workbook was saved by Excel 4 or older. Open it in Excel, save it as .xlsx and upload that.';
  return new FileProblem('not_supported', message);
}

async function readVersion(stream: CompoundStream): Promise<BiffVersion> {
  const head = await stream.read(0, 8);
  if (head.length < 8) throw damagedXls();
  const kind = head.readUInt16LE(0);
  const version = head.readUInt16LE(4);
  if (kind === 0x09 || kind === 0x0209 || kind === 0x0409) throw oldWorkbook();
  if (kind !== BOF || head.readUInt16LE(6) !== GLOBALS) throw damagedXls();
  if (version === 0x0600) return 8;
  if (version === 0x0500) return 5;
  throw damagedXls();
}

class GlobalsReader {
  readonly #version: BiffVersion;
  readonly #sheets: BiffSheet[] = [];
  readonly #codes = new Map<number, NumberFormat>();
  readonly #styles: number[] = [];
  readonly #strings = new SharedStringRecords();
  #text = codePageText(WINDOWS_1252);
  #date1904 = false;
  #kind = 0;

  constructor(version: BiffVersion) {
    this.#version = version;
  }

  read({ kind, bytes, start, end }: BiffRecords): void {
    if (kind === CONTINUE) {
      if (this.#kind === SHARED_STRINGS) this.#strings.proceed(bytes, start, end);
      return;
    }
    this.#kind = kind;
    if (kind === FILE_PASS) throw encrypted();
    else if (kind === SHARED_STRINGS) this.#strings.begin(bytes, start, end);
    else this.#readDetail(kind, bytes.subarray(start, end));
  }

  finish(): BiffGlobals {
    this.#strings.finish();
    if (new Set(this.#sheets.map(({ position }) => position)).size < this.#sheets.length) throw damagedXls();
    return {
      version: this.#version,
      sheets: this.#sheets,
      date1904: this.#date1904,
      formats: this.#styles.map((id) => this.#codes.get(id) ?? builtInFormat(id)),
      strings: this.#strings,
      text: this.#text,
    };
  }

  #readDetail(kind: number, content: Buffer): void {
    if (kind === CODE_PAGE && content.length >= 2) this.#text = codePageText(content.readUInt16LE(0));
    else if (kind === DATE_MODE && content.length >= 2) this.#date1904 = content.readUInt16LE(0) === 1;
    else if (kind === STYLE && content.length >= 4) this.#addStyle(content.readUInt16LE(2));
    else if (kind === FORMAT && content.length >= 3) this.#addFormat(content);
    else if (kind === SHEET) this.#addSheet(content);
  }

  #addStyle(format: number): void {
    if (this.#styles.length < STYLE_LIMIT) this.#styles.push(format);
  }

  #addFormat(content: Buffer): void {
    const code = this.#version === 8 ? wideText(content.subarray(2)) : this.#byteText(content.subarray(2));
    this.#codes.set(content.readUInt16LE(0), shownFormat(code));
  }

  /** Layout: position, visibility, kind (0: worksheet), name. */
  #addSheet(content: Buffer): void {
    if (content.length < 7 || this.#sheets.length >= SHEET_LIMIT) throw damagedXls();
    if (content.readUInt8(5) !== 0) return;
    this.#sheets.push({
      name: this.#version === 8 ? shortWideText(content.subarray(6)) : this.#byteText(content.subarray(6)),
      isHidden: (content.readUInt8(4) & 3) !== 0,
      position: content.readUInt32LE(0),
    });
  }

  /** BIFF5 string with a one-byte length. */
  #byteText(content: Buffer): string {
    return this.#text(content.subarray(1, 1 + content.readUInt8(0)));
  }
}

/** BIFF8, two-byte length; empty if cut off. */
function wideText(content: Buffer): string {
  let text = '';
  new BiffStrings((whole) => {
    text = whole;
  }).read(content, 0, content.length, true);
  return text;
}

/** BIFF8 string with a one-byte length. */
function shortWideText(content: Buffer): string {
  return wideText(Buffer.concat([content.subarray(0, 1), Buffer.alloc(1), content.subarray(1)]));
}
