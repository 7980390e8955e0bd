import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { DOCUMENTED_FILES } from '#tests/support/documented-files/all-files.ts';
import type { DocumentedFile } from '#tests/support/documented-files/documented-file.ts';
import { FRESH_FILES } from '#tests/support/documented-files/fresh.ts';
import { HELD_OUT_FILES } from '#tests/support/documented-files/held-out.ts';
import { importAsSuggested } from '#tests/support/documented-files/import-suggested.ts';
import { REPORTED_FILES } from '#tests/support/documented-files/reported.ts';
import { type ScoredFile, scoreTable, shareRight } from '#tests/support/documented-files/score-table.ts';

// Files as documented products export them, imported with what the server suggests and not a click more. To see which
// columns and values are wrong, run with DOCUMENTED_FILES=wrong.

const SETS = {
  'Files that the dictionaries were adapted to': DOCUMENTED_FILES,
  'Files that were held out while the dictionaries were adapted': HELD_OUT_FILES,
  'Files written after that, to measure afresh': FRESH_FILES,
  'Files that users reported': REPORTED_FILES,
};

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

async function scored(files: readonly DocumentedFile[]): Promise<ScoredFile[]> {
  const results: ScoredFile[] = [];
  for (const file of files) results.push({ file, score: await importAsSuggested(app.url, file) });
  return results;
}

function print(title: string, files: readonly ScoredFile[]): void {
  process.stdout.write(`\n${title}\n\n${scoreTable(files)}\n`);
  if (process.env['DOCUMENTED_FILES'] !== 'wrong') return;
  for (const { file, score } of files) {
    for (const wrong of score.wrong) process.stdout.write(`${file.product}, ${file.language}: ${wrong}\n`);
  }
}

describe('columns and values mapped without a click', () => {
  test.each(Object.entries(SETS))('%s', async (title, files) => {
    const results = await scored(files);
    print(title, results);
    expect(shareRight(results, 'columns')).toBeGreaterThanOrEqual(0.95);
    expect(shareRight(results, 'values')).toBeGreaterThanOrEqual(0.9);
    for (const one of results) {
      const { product, language } = one.file;
      const shares = [shareRight([one], 'columns'), shareRight([one], 'values')];
      expect([product, language, Math.min(...shares) >= 0.8]).toEqual([product, language, true]);
    }
  });
});
