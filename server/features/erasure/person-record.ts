import { PERSON_PLACES, type PersonPlace } from '#contract/erasures.ts';
import { lockLeadRows } from '../../lead/edits/reads.ts';
import { type Matcher, matcherOf } from '../../lead/persons/matcher.ts';
import type { Person } from '../../lead/persons/person.ts';
import type { Context } from '../../platform/context/context.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { auditEntriesOf } from './audit-redaction-writes.ts';
import type { ErasedCounts } from './counts.ts';
import { redactedLead } from './erase-leads.ts';
import type { FileWithPerson } from './find-in-uploads.thread.ts';
import { heldRows } from './held-row-reads.ts';
import { HOLDERS } from './holder-writes.ts';
import { leadsWithTexts, notesWithPerson } from './person-lead-writes.ts';
import { besideUploads, leadRecords, noteRecords, uploadRecords } from './record-reads.ts';
import { linesOfRows, rowsWithPerson } from './report-writes.ts';
import { FIND_IN_UPLOADS } from './run-erasure.ts';
import { uploadsByRows } from './upload-writes.ts';

type Records = Partial<Record<PersonPlace, Record<string, unknown>[]>>;

/** Rows of a file shown with a person. */
const FILE_ROWS = 50;

/** Returns everything about a person by place; places without a record are left out. */
export async function personRecords(
  context: Pick<Context, 'threads'>,
  scope: OrganizationScope,
  person: Person,
): Promise<{ place: PersonPlace; records: Record<string, unknown>[] }[]> {
  const files = await context.threads.run(FIND_IN_UPLOADS, scope.organizationId, {
    person,
    limit: FILE_ROWS,
  });
  const records = await scope.transaction((tx) => recordsOf(tx, matcherOf(person), files));
  return PERSON_PLACES.flatMap((place) => {
    const some = records[place] ?? [];
    return some.length > 0 ? [{ place, records: some }] : [];
  });
}

export function countRecords(
  places: readonly { place: PersonPlace; records: readonly unknown[] }[],
): ErasedCounts {
  return Object.fromEntries(places.map(({ place, records }) => [place, records.length]));
}

async function recordsOf(
  tx: TenantTransaction,
  matcher: Matcher,
  files: readonly FileWithPerson[],
): Promise<Records> {
  const records: Records = {};
  const add = (place: PersonPlace, some: readonly Record<string, unknown>[]): void => {
    records[place] = [...(records[place] ?? []), ...some.map(shown)];
  };
  const leads = await leadRecords(tx, matcher.needles.ids);
  const others = (await lockLeadRows(tx, await leadsWithTexts(tx, matcher))).filter(
    (lead) => redactedLead(lead, matcher) !== null,
  );
  const otherRecords = await leadRecords(
    tx,
    others.map(({ id }) => id),
  );
  for (const lead of [...leads, ...otherRecords]) {
    add(lead['deleted_at'] === null || otherRecords.includes(lead) ? 'leads' : 'trash', [lead]);
  }
  const noted = await notesWithPerson(tx, matcher);
  add(
    'notes',
    await noteRecords(
      tx,
      matcher.needles.ids,
      noted.map(({ id }) => id),
    ),
  );
  for (const holder of HOLDERS) {
    add(
      holder.place,
      (await heldRows(tx, holder, matcher, 'all')).map(({ record }) => record),
    );
  }
  add('reports', await linesOfRows(tx, await rowsWithPerson(tx, matcher)));
  add(
    'audit',
    (await auditEntriesOf(tx, matcher)).map(({ record }) => record),
  );
  const { edited, imported } = await uploadsByRows(tx, matcher);
  const ids = [...new Set([...files.map(({ id }) => id), ...edited, ...imported])];
  const rows = new Map(files.map((file) => [file.id, file.rows]));
  const uploads = await uploadRecords(tx, ids);
  add(
    'uploads',
    uploads.map((upload) => ({ ...upload, rows: rows.get(String(upload['id'])) ?? [] })),
  );
  const beside = await besideUploads(tx, ids);
  add('drafts', beside.drafts);
  add('grids', beside.grids);
  add('queue', beside.queue);
  return records;
}

/** Without technical columns. */
function shown(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).filter(
      ([column, value]) => !HIDDEN.has(column) && value !== null && !Buffer.isBuffer(value),
    ),
  );
}

const HIDDEN = new Set([
  'organization_id',
  'folded',
  'searched_notes',
  'version',
  'hlr_class',
  'whatsapp_class',
]);
