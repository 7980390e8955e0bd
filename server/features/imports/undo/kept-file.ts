import { csvRecord } from '#packages/tabular/tabular.ts';
import type { OrganizationScope } from '../../../platform/db/scope.ts';
import { keptLeads } from './reads.ts';

const HEADER = ['Lead ID', 'Reason', 'First Name', 'Last Name', 'Email', 'Phone'];
/** Characters per chunk. */
const CHUNK_CHARACTERS = 64 * 1024;

/** UTF-8 with a byte order mark, RFC 4180. */
export async function* keptFile(scope: OrganizationScope, importId: string): AsyncGenerator<Buffer> {
  let text = `\uFEFF${csvRecord(HEADER)}`;
  for await (const { leadId, message, firstName, lastName, email, phone } of keptLeads(scope, importId)) {
    text += csvRecord([leadId, message, firstName ?? '', lastName ?? '', email ?? '', phone ?? '']);
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
