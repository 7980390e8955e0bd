import type { Client } from './client.ts';
import { checkGrid } from './grids.ts';
import { csvFile, type PlanFields, uploadFile } from './imports.ts';

/** Plan for the uploads of `uploadPhoneRows`. */
export const DIRTY_PLAN: PlanFields = {
  fieldMapping: { Email: 'email', Phone: 'phone', Amount: 'depositAmount' },
  options: { countryFromPhone: false },
};
export const DIRTY_COLUMNS = ['Email', 'Phone', 'Amount'];
/** Valid phones of the dirty upload. */
export const DIRTY_PHONES = ['+447400123451', '+447400123452'] as const;

/** Uploads rows of email, phone and amount; returns the id of the upload. */
export async function uploadPhoneRows(client: Client, rows: readonly (readonly string[])[]): Promise<string> {
  return (await uploadFile(client, csvFile([DIRTY_COLUMNS, ...rows]))).uploadId;
}

/** Uploads and checks a file with problems of several kinds; its rows are 2 to 8. */
export async function checkedUpload(client: Client): Promise<string> {
  const [first, second] = DIRTY_PHONES;
  const uploadId = await uploadPhoneRows(client, [
    ['ada@example.com', first, '10'],
    ['bob@example.com', first, '20'],
    ['broken', second, 'many'],
    ['cyd@example.com', '12345', '30'],
    ['dan@example.com', '12345', 'lots'],
    ['eve@example.com', '', '40'],
    ['', '', '50'],
  ]);
  await checkGrid(client, uploadId, DIRTY_PLAN);
  return uploadId;
}
