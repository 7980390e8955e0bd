import { createHash } from 'node:crypto';
import { vi } from 'vitest';

const FILES = '#server/platform/db/migration-files.ts';

/** A table of organizations that a later version adds. */
export const MADE_UP = '9000-colors.sql';
const SQL = `
create table colors (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  primary key (organization_id, id)
);
call enable_tenant_isolation(array['colors']);
grant select, insert on colors to "app_role";
insert into colors (organization_id, id, name) select id, id, 'blue' from organizations;
`;

/** Loads `path` as in a version with one more migration. Test files share modules: `forgetMadeUp` puts them back. */
export async function loadWithMadeUp<T>(path: string): Promise<T> {
  vi.resetModules();
  const files = await vi.importActual<typeof import('#server/platform/db/migration-files.ts')>(FILES);
  const checksum = createHash('sha256').update(SQL).digest('hex');
  const readMigrations = async () => [
    ...(await files.readMigrations()),
    { name: MADE_UP, sql: SQL, checksum },
  ];
  vi.doMock(FILES, () => ({ ...files, readMigrations }));
  return vi.importActual<T>(path);
}

/** Forgets the made-up migration. */
export function forgetMadeUp(): void {
  vi.doUnmock(FILES);
  vi.resetModules();
}
