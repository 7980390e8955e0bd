/** Test files that are about one PostgreSQL, by the start of their paths, with the reason. */
export const FILES_LEFT_OUT = {
  'server/features/backup/backup.test.ts': 'backups of a cluster are refused (backup/cluster.test.ts)',
  'server/features/backup/organization.test.ts': 'backups of a cluster are refused',
  'server/features/backup/scheduled-backup.test.ts': 'backups of a cluster are refused',
  'server/features/backup/upgrade-database.test.ts': 'the embedded PostgreSQL',
  'server/features/backup/versions.test.ts': 'backups of a cluster are refused',
  'server/features/erasure/byte-search.test.ts': 'reads the files of one PostgreSQL',
  'server/platform/db/restored-dump.test.ts': 'a dump of one PostgreSQL',
  'tests/laws/migrated-schema.test.ts': 'compares schemas, not rows',
  'tests/laws/stale-statistics.test.ts': "reads the coordinator's plans; the workers have their own",
  'server/features/imports/write/matching-reads.test.ts':
    "reads the coordinator's plan; the workers have their own",
};

/** Tests that look into PostgreSQL in a way that a cluster doesn't have, with the reason. */
const TESTS_LEFT_OUT = [
  [
    'server/features/imports/create.test.ts',
    "the planner knows an import's leads",
    'statistics are on the workers',
  ],
  [
    'server/features/imports/create-or-update-again.test.ts',
    'a lead that somebody else creates',
    'waits for locks of the coordinator; they are on the workers',
  ],
  [
    'server/features/customers/customers.test.ts',
    'the first settings of a customer survive',
    'waits for locks of the coordinator; they are on the workers',
  ],
  ['server/jobs.test.ts', 'an import that finds no space again and again', 'creates a trigger'],
  ['server/features/public-api/create.test.ts', 'of which the database refuses one', 'creates a trigger'],
  [
    'server/features/users/register.test.ts',
    'leaves a line in the audit trail',
    'expects foreign keys from the workers to the coordinator',
  ],
  [
    'server/features/lead-list/trash.test.ts',
    'is the one way to remove events',
    'the right to delete events (docs/operations/citus.md)',
  ],
  [
    'server/features/audit/audit.test.ts',
    'cannot set the time of an entry',
    'the right to insert audit entries (docs/operations/citus.md)',
  ],
  [
    'server/features/audit/audit.test.ts',
    'cannot write a sealed entry',
    'a check refuses the entry before its rights do',
  ],
];

/** Returns the tests of these files that are skipped on a cluster: path, a part of the name that no other test has, and the reason. */
export function testsLeftOut(paths) {
  return TESTS_LEFT_OUT.filter(([path]) => paths.includes(path));
}
