import { CFB } from '@e965/xlsx';
import { xlsx } from './xlsx.ts';

/** Makes a PNG image of one pixel. */
export function png(): Uint8Array {
  const base64 =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==';
  return Buffer.from(base64, 'base64');
}

/** Makes an XLSX workbook with a password, as Excel saves it: a compound file around the encrypted package. */
export function encryptedWorkbook(): Uint8Array {
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.alloc(248, 4));
  CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.alloc(8_192, 0xa7));
  return Buffer.from(CFB.write(container, { type: 'buffer' }));
}

/** Makes a workbook whose only sheet unpacks to `megabytes` of empty rows; its headers may claim less. */
export function zipBomb(megabytes: number, claimedSize?: number): Uint8Array {
  const rows = Buffer.alloc(megabytes * 1024 * 1024, '<row/>');
  const name = 'xl/worksheets/sheet1.xml';
  const part = claimedSize === undefined ? { name, data: rows } : { name, data: rows, claimedSize };
  return xlsx({ sheets: [{ name: 'Leads', rows: [] }], parts: [part] });
}

/** Makes a workbook whose shared strings declare an entity that names a file of the server. */
export function externalEntities(): Uint8Array {
  const stringsXml =
    '<?xml version="1.0"?><!DOCTYPE sst [<!ENTITY secret SYSTEM "file:///etc/passwd">]>' +
    '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>&secret;</t></si></sst>';
  return xlsx({ sheets: [{ name: 'Leads', rows: [['email'], ['secret']] }], stringsXml });
}

/** Returns the first part of a file. */
export function truncated(bytes: Uint8Array, share = 0.6): Uint8Array {
  return bytes.subarray(0, Math.floor(bytes.length * share));
}
