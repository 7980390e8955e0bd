import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportRow } from '#contract/imports.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { DOCUMENTED_FILES } from '#tests/support/documented-files/all-files.ts';
import { type DocumentedFile, fileOfDocumented } from '#tests/support/documented-files/documented-file.ts';
import { HELD_OUT_FILES } from '#tests/support/documented-files/held-out.ts';
import { type Score, scoreOf } from '#tests/support/documented-files/score.ts';
import { importLeads, leadsOf, uploadFile } from '#tests/support/imports.ts';

// Files as documented products export them, imported with what the server suggests and not a click more.

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

async function importAsSuggested(file: DocumentedFile): Promise<Score> {
  const user = await signUp(app.url);
  for (const { header, customType } of file.columns) {
    if (customType !== null) await user.post('/api/custom-fields', { name: header, type: customType });
  }
  const upload = await uploadFile(user, fileOfDocumented(file));
  const { importId } = await importLeads(user, upload.uploadId, {
    fieldMapping: upload.suggestedMapping,
    ...(upload.nameColumn !== null && { nameSplitConfig: { column: upload.nameColumn, enabled: true } }),
  });
  return scoreOf(file, upload, await leadsByRow(user, importId, upload.totalRows));
}

/** Returns the lead of each data row, null for rows that were not imported. */
async function leadsByRow(user: SignedIn, importId: string, rows: number): Promise<(Lead | null)[]> {
  const { body } = await user.get<{ rows: ReportRow[] }>(`/api/imports/${importId}/report`);
  const missing = new Set(body.rows.filter(({ outcome }) => outcome !== 'warning').map(({ row }) => row));
  const leads = await leadsOf(user);
  return Array.from({ length: rows }, (_, row) => (missing.has(row + 2) ? null : (leads.shift() ?? null)));
}

test('debug', async () => {
  for (const [set, files] of [['open', DOCUMENTED_FILES], ['held', HELD_OUT_FILES]] as const) {
    const sum = { c: 0, ca: 0, v: 0, va: 0 };
    for (const file of files) {
      const s = await importAsSuggested(file).catch((e: unknown): Score => ({ columns: { right: 0, all: file.columns.length }, values: { right: 0, all: 1 }, wrong: [String(e)] }));
      sum.c += s.columns.right; sum.ca += s.columns.all; sum.v += s.values.right; sum.va += s.values.all;
      process.stdout.write(`${set} ${file.product} ${file.language}: ${s.columns.right}/${s.columns.all} ${s.values.right}/${s.values.all}\n`);
      if (set === 'open') for (const w of s.wrong) process.stdout.write(`     ${w}\n`);
    }
    process.stdout.write(`${set} TOTAL ${JSON.stringify(sum)}\n`);
  }
  expect(1).toBe(1);
}, 300000);
