import { FileProblem } from './file-problem.ts';

export interface OtherFormat {
  /** Noun phrase, such as `a PDF document`. */
  what: string;
  advice: string;
}

const SAVE_AS = 'Save it as .xlsx and upload it again.';
const OPEN_AND_SAVE = 'Open it in Excel or LibreOffice, save it as .xlsx and upload it again.';
const UPLOAD_TABLE = 'Upload the table as .csv or .xlsx instead.';
const UNPACK = 'Unpack it and upload the .csv or .xlsx file in it.';
const EXPORT = 'Export it as .xlsx and upload it again.';
const COPY = 'Copy the table into a spreadsheet, save it as .xlsx and upload that.';
const EXPORT_CSV = 'Export it as .csv and upload it again.';

export function notSupported({ what, advice }: OtherFormat): FileProblem {
  return new FileProblem('not_supported', `This is ${what}. ${advice}`);
}

export function unknownFormat(filename: string): FileProblem {
  const message = `'${filename}' is neither text nor a workbook. Upload a .csv, .xlsx or .xls file.`;
  return new FileProblem('not_supported', message);
}

export function encrypted(): FileProblem {
  const message =
    'This workbook is protected with a password. Remove the password, save it and upload it again.';
  return new FileProblem('encrypted', message);
}

export const ZIP_ARCHIVE: OtherFormat = { what: 'a ZIP archive', advice: UNPACK };
export const OTHER_OPEN_DOCUMENT: OtherFormat = {
  what: 'an OpenDocument file without a table',
  advice: COPY,
};

/** ZIP formats by a contained part. */
export const ZIP_FORMATS: readonly (readonly [string, OtherFormat])[] = [
  ['xl/workbook.bin', { what: 'a binary Excel workbook (.xlsb)', advice: SAVE_AS }],
  ['word/document.xml', { what: 'a Word document', advice: COPY }],
  ['ppt/presentation.xml', { what: 'a PowerPoint presentation', advice: COPY }],
  ['Index/Document.iwa', { what: 'an Apple Numbers or Pages document', advice: EXPORT }],
  ['Index.zip', { what: 'an Apple Numbers or Pages document', advice: EXPORT }],
];

/** By the end of the media type. */
export const OPEN_DOCUMENTS: readonly (readonly [string, OtherFormat])[] = [
  ['spreadsheet', { what: 'an OpenDocument spreadsheet', advice: SAVE_AS }],
  ['spreadsheet-template', { what: 'an OpenDocument spreadsheet', advice: SAVE_AS }],
  ['calc', { what: 'an OpenOffice spreadsheet', advice: SAVE_AS }],
  ['text', { what: 'an OpenDocument text', advice: COPY }],
  ['presentation', { what: 'an OpenDocument presentation', advice: COPY }],
];

/** Compound documents by a stream or storage. */
export const COMPOUND_FORMATS: readonly (readonly [string, OtherFormat])[] = [
  ['WordDocument', { what: 'a Word document', advice: COPY }],
  ['PowerPoint Document', { what: 'a PowerPoint presentation', advice: COPY }],
  ['__properties_version1.0', { what: 'an Outlook message', advice: UPLOAD_TABLE }],
];
export const OTHER_COMPOUND: OtherFormat = {
  what: 'an Office document without a worksheet',
  advice: UPLOAD_TABLE,
};

/** Bytes at a position. */
export const SIGNATURES: readonly (readonly [number, string, OtherFormat])[] = [
  [0, '\x89PNG', { what: 'a PNG image', advice: UPLOAD_TABLE }],
  [0, '\xff\xd8\xff', { what: 'a JPEG image', advice: UPLOAD_TABLE }],
  [0, 'GIF8', { what: 'a GIF image', advice: UPLOAD_TABLE }],
  [8, 'WEBP', { what: 'a WebP image', advice: UPLOAD_TABLE }],
  [4, 'ftyphei', { what: 'a HEIC image', advice: UPLOAD_TABLE }],
  [0, 'II*\0', { what: 'a TIFF image', advice: UPLOAD_TABLE }],
  [0, 'MM\0*', { what: 'a TIFF image', advice: UPLOAD_TABLE }],
  [0, '%PDF', { what: 'a PDF document', advice: UPLOAD_TABLE }],
  [0, '{\\rtf', { what: 'an RTF document', advice: COPY }],
  [0, '\x1f\x8b', { what: 'a gzip archive', advice: UNPACK }],
  [0, 'Rar!', { what: 'a RAR archive', advice: UNPACK }],
  [0, '7z\xbc\xaf', { what: 'a 7-Zip archive', advice: UNPACK }],
  [0, 'SQLite format', { what: 'an SQLite database', advice: EXPORT_CSV }],
  [0, '\x7fELF', { what: 'a program', advice: UPLOAD_TABLE }],
  [0, 'PAR1', { what: 'a Parquet file', advice: EXPORT_CSV }],
];

/** Tested after white space and a byte order mark. */
export const MARKUP: readonly (readonly [RegExp, OtherFormat])[] = [
  [
    /^<\?xml\b[\s\S]*?(?:progid="Excel\.Sheet"|urn:schemas-microsoft-com:office:spreadsheet)/i,
    { what: 'an XML spreadsheet of Excel 2003', advice: OPEN_AND_SAVE },
  ],
  [/^<\?xml\b[\s\S]*?<office:document\b/i, { what: 'a flat OpenDocument file', advice: OPEN_AND_SAVE }],
  [
    /^(?:<\?xml\b[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body|table|meta|style)\b/i,
    { what: 'a web page (HTML)', advice: OPEN_AND_SAVE },
  ],
  [/^MIME-Version:/i, { what: 'a saved web page (MHTML)', advice: OPEN_AND_SAVE }],
  [/^<\?xml\b/i, { what: 'an XML document', advice: UPLOAD_TABLE }],
  [
    /^BEGIN:VCARD\b/i,
    { what: 'a file of contact cards (vCard)', advice: 'Export your contacts as .csv and upload that.' },
  ],
  [/^(?:\[\s*[[{]|\{\s*")/, { what: 'a JSON document', advice: 'Convert it to .csv and upload that.' }],
];
