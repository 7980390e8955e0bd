import { statementsOf, withoutComments } from '#server/platform/db/apply-migration.ts';

/** Tables with a row or more for each lead, or for each row of an import. */
const BIG_TABLES = [
  'audit_logs',
  'import_grid_rows',
  'import_problems',
  'lead_change_log',
  'lead_events',
  'lead_notes',
  'lead_sales',
  'lead_search',
  'leads',
  'leads_to_fold',
  'operation_rows',
  'upload_chunks',
];

/** A kind of statement that holds up running servers, on a big table unless it is wrong on any. */
interface Rule {
  pattern: RegExp;
  reason: string;
  /** The table is the first group of the pattern. */
  bigOnly: boolean;
  /** Also refused in a migration outside a transaction. */
  always?: boolean;
}

const TABLE = String.raw`(?:only\s+)?(?:public\.)?(\w+)`;
const ALTER = String.raw`^alter\s+table\s+(?:if\s+exists\s+)?${TABLE}\b[\s\S]*?`;
/** The rest of a clause of ALTER TABLE; a comma may be that of numeric(12, 2). */
const SAME_CLAUSE = String.raw`(?:(?!,\s*(?:add|alter|drop)\b)[\s\S])*?`;
const rule = (pattern: string): RegExp => new RegExp(pattern, 'i');

const RULES: readonly Rule[] = [
  {
    pattern: rule(String.raw`^create\s+(?:unique\s+)?index\s+(?!concurrently)[\s\S]*?\bon\s+${TABLE}`),
    reason: 'blocks writes while the index is built: CREATE INDEX CONCURRENTLY IF NOT EXISTS',
    bigOnly: true,
    always: true,
  },
  {
    pattern: rule(String.raw`^(?:create|drop|reindex)\b[^;]*\bconcurrently\b`),
    reason: 'needs the first line `-- no transaction`',
    bigOnly: false,
  },
  {
    pattern: rule(String.raw`^create\s+(?:unique\s+)?index\s+concurrently\s+(?!if\s+not\s+exists)`),
    reason: "can't be repeated: CREATE INDEX CONCURRENTLY IF NOT EXISTS",
    bigOnly: false,
    always: true,
  },
  {
    pattern: rule(
      String.raw`${ALTER}\badd\s+column\b${SAME_CLAUSE}\b(?:(?:small|big)?serial|generated|default\s+(?!now\(\))[\w.]+\()`,
    ),
    reason: 'rewrites the table: add the column without a default that is computed for each row',
    bigOnly: true,
    always: true,
  },
  {
    pattern: rule(
      String.raw`${ALTER}\badd\s+column\b${SAME_CLAUSE}\b(?:check\s*\(|references\b|unique\b|primary\s+key\b)`,
    ),
    reason: 'reads the whole table under its lock: add the constraint NOT VALID, validate it later',
    bigOnly: true,
    always: true,
  },
  {
    pattern: rule(
      String.raw`${ALTER}\badd\s+(?:constraint\s+\w+\s+)?(?:check|foreign\s+key)\b(?![\s\S]*\bnot\s+valid\b)`,
    ),
    reason: 'reads the whole table under its lock: add the constraint NOT VALID, validate it later',
    bigOnly: true,
    always: true,
  },
  {
    pattern: rule(
      String.raw`${ALTER}\badd\s+(?:constraint\s+\w+\s+)?(?:unique|primary\s+key|exclude)\b(?!\s+using\s+index)`,
    ),
    reason: 'builds an index under its lock: create it concurrently, then add the constraint USING INDEX',
    bigOnly: true,
    always: true,
  },
  {
    pattern: rule(String.raw`${ALTER}\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b`),
    reason: 'rewrites the table: add another column',
    bigOnly: true,
    always: true,
  },
  {
    pattern: rule(String.raw`${ALTER}\bvalidate\s+constraint\b`),
    reason:
      'keeps the locks of the transaction while it reads the table: needs the first line `-- no transaction`',
    bigOnly: true,
  },
  {
    pattern: rule(String.raw`^(?:with\b[\s\S]*?\b)?(?:update|delete\s+from)\s+${TABLE}`),
    reason:
      'locks every row until it ends: change batches in a DO block that commits after each (`-- no transaction`)',
    bigOnly: true,
    always: true,
  },
  {
    pattern: rule(
      String.raw`^(?:lock\b|cluster\b|truncate\b|vacuum\s+full\b|reindex\b(?![\s\S]*concurrently))`,
    ),
    reason: 'locks the table while it works',
    bigOnly: false,
    always: true,
  },
  {
    pattern: rule(
      String.raw`^(?:drop\s+(?:table|function|procedure|view|type)\b|alter\s+table\b[\s\S]*?\b(?:drop\s+column|rename)\b)`,
    ),
    reason:
      'servers of the version before still use it: drop it a release later, with a comment `-- contract: …`',
    bigOnly: false,
    always: true,
  },
];

const NOT_NULL = rule(String.raw`${ALTER}\balter\s+(?:column\s+)?(\w+)\s+set\s+not\s+null`);

/** Returns what would hold up or break running servers in a migration, a line for each statement. */
export function hazardsOf(sql: string): string[] {
  const isOutside = sql.startsWith('-- no transaction');
  const created = new Set(
    Array.from(sql.matchAll(/^create table (?:if not exists )?(\w+)/gim), ([, name]) => name),
  );
  const isBig = (table = '') => BIG_TABLES.includes(table.toLowerCase()) && !created.has(table);
  return statementsOf(sql).flatMap((text) => {
    const statement = withoutComments(text);
    const isContract = /^\s*-- contract: \S/m.test(text);
    const found = RULES.filter(
      ({ pattern, bigOnly, always = false, reason }) =>
        (always || !isOutside) &&
        !(isContract && reason.includes('contract')) &&
        (bigOnly ? isBig(pattern.exec(statement)?.[1]) : pattern.test(statement)),
    ).map(({ reason }) => reason);
    const [, table, column] = NOT_NULL.exec(statement) ?? [];
    if (isBig(table) && !sql.includes(`validate constraint ${table}_${column}_not_null;`)) {
      found.push(
        `reads the whole table under its lock: validate a constraint ${table}_${column}_not_null before`,
      );
    }
    return found.map((reason) => `${statement.split('\n')[0]} … ${reason}`);
  });
}
