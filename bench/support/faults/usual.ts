import { fileOf, formWith } from '#tests/support/client.ts';
import { importParts } from '#tests/support/imports.ts';
import type { Usual } from './attempt.ts';
import { faultFile } from './fault-file.ts';
import { FILENAME, prepareFaultLeads } from './import-run.ts';
import type { Template } from './place.ts';
import { faultsOf } from './verify.ts';

/**
 * Measures an upload, an import and an update without a fault.
 * @throws when their result is not as expected, which means that this program or the product itself is wrong
 */
export async function measureUsual(template: Template, rows: number, seed: number): Promise<Usual> {
  const create = await measure(template, rows, seed, 'create');
  const update = await measure(template, rows, seed, 'update');
  return { upload: create.upload, create: create.work, update: update.work };
}

async function measure(
  template: Template,
  rows: number,
  seed: number,
  mode: 'create' | 'update',
): Promise<{ upload: number; work: number }> {
  const file = faultFile(rows, seed, mode);
  const place = await template.place();
  try {
    const { client } = await place.start();
    await prepareFaultLeads(client, file);
    const started = performance.now();
    const body = formWith(importParts(fileOf(FILENAME, file.text), file.plan));
    const response = await client.send('/api/import-stream', { method: 'POST', body });
    const uploaded = performance.now();
    await response.text();
    const ended = performance.now();
    const faults = await faultsOf(place, client, file);
    if (faults.length > 0) throw new Error(`Undisturbed, ${mode}: ${faults.join('; ')}`);
    return { upload: uploaded - started, work: ended - uploaded };
  } finally {
    await place.close();
  }
}
