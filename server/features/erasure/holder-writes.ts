import type { PersonPlace } from '#contract/erasures.ts';
import { withoutIdentities } from './event-changes.ts';

/** A table whose rows lose a person by themselves. */
export interface PersonHolder {
  place: PersonPlace;
  table: string;
  /** Columns that identify a row within its organization. */
  key: readonly string[];
  /** Columns with the id of a lead: all rows of the person's leads are shown with the person. */
  leads?: readonly string[];
  texts?: readonly string[];
  /** `json` and `jsonb`. */
  json?: readonly string[];
  /** Texts that are JSON. */
  jsonTexts?: readonly string[];
  /** The id of one of the person's leads makes a row theirs. */
  byLeadId?: true;
  /** Further condition on the row `h`, while it is erased. */
  when?: string;
  /** Changes a JSON value before its texts are redacted. */
  prepare?: (value: unknown, holds: (text: string) => boolean) => unknown;
  /** $1 is the organization, then come the key, and for `redact` texts, JSON and texts that are JSON, in this order. */
  write: string;
  erases: 'row' | 'texts';
}

/** In the order in which they are erased. Leads, their notes, reports, uploads and the audit trail have code of their own. */
export const HOLDERS: readonly PersonHolder[] = [
  {
    place: 'timeline',
    table: 'lead_events',
    key: ['lead_id', 'id'],
    leads: ['lead_id'],
    texts: ['detail'],
    json: ['changes'],
    prepare: withoutIdentities,
    write:
      'UPDATE lead_events SET detail = $4, changes = $5 WHERE organization_id = $1 AND lead_id = $2 AND id = $3',
    erases: 'texts',
  },
  {
    place: 'sales',
    table: 'lead_sales',
    key: ['lead_id', 'id'],
    leads: ['lead_id'],
    texts: ['source', 'return_reason'],
    write:
      'UPDATE lead_sales SET source = $4, return_reason = $5 WHERE organization_id = $1 AND lead_id = $2 AND id = $3',
    erases: 'texts',
  },
  {
    place: 'sales',
    table: 'sale_outcomes',
    key: ['sale_id', 'id'],
    leads: ['lead_id'],
    texts: ['reason'],
    write: 'UPDATE sale_outcomes SET reason = $4 WHERE organization_id = $1 AND sale_id = $2 AND id = $3',
    erases: 'texts',
  },
  {
    place: 'consents',
    table: 'lead_consents',
    key: ['lead_id', 'id'],
    leads: ['lead_id'],
    texts: ['source', 'text', 'url', 'ip', 'certificate'],
    write: `UPDATE lead_consents SET source = $4, text = $5, url = $6, ip = $7, certificate = $8
       WHERE organization_id = $1 AND lead_id = $2 AND id = $3`,
    erases: 'texts',
  },
  {
    place: 'suppressions',
    table: 'suppressions',
    key: ['id'],
    texts: ['reason', 'source'],
    write: 'UPDATE suppressions SET reason = $3, source = $4 WHERE organization_id = $1 AND id = $2',
    erases: 'texts',
  },
  {
    place: 'notes',
    table: 'customers',
    key: ['number'],
    texts: ['notes'],
    write: 'UPDATE customers SET notes = $3 WHERE organization_id = $1 AND number = $2',
    erases: 'texts',
  },
  {
    place: 'reports',
    table: 'imports',
    key: ['id'],
    texts: ['filename', 'failure'],
    json: ['columns', 'plan', 'field_mapping', 'survey'],
    when: "h.status <> 'processing'",
    write: `UPDATE imports SET filename = $3, failure = $4, columns = $5, plan = $6, field_mapping = $7, survey = $8
       WHERE organization_id = $1 AND id = $2`,
    erases: 'texts',
  },
  {
    place: 'reports',
    table: 'import_duplicates',
    key: ['import_id', 'source'],
    texts: ['source'],
    write: 'DELETE FROM import_duplicates WHERE organization_id = $1 AND import_id = $2 AND source = $3',
    erases: 'row',
  },
  {
    place: 'uploads',
    table: 'uploads',
    key: ['id'],
    texts: ['filename'],
    write: 'UPDATE uploads SET filename = $3 WHERE organization_id = $1 AND id = $2',
    erases: 'texts',
  },
  {
    place: 'drafts',
    table: 'import_drafts',
    key: ['upload_id'],
    json: ['plan'],
    write: 'UPDATE import_drafts SET plan = $3 WHERE organization_id = $1 AND upload_id = $2',
    erases: 'texts',
  },
  {
    place: 'drafts',
    table: 'import_plans',
    key: ['columns_key'],
    json: ['plan'],
    write: 'UPDATE import_plans SET plan = $3 WHERE organization_id = $1 AND columns_key = $2',
    erases: 'texts',
  },
  {
    place: 'drafts',
    table: 'import_templates',
    key: ['id'],
    texts: ['name'],
    json: ['plan'],
    write: 'UPDATE import_templates SET name = $3, plan = $4 WHERE organization_id = $1 AND id = $2',
    erases: 'texts',
  },
  {
    place: 'drafts',
    table: 'import_answers',
    key: ['target', 'folded'],
    texts: ['target', 'folded', 'answer'],
    write: 'DELETE FROM import_answers WHERE organization_id = $1 AND target = $2 AND folded = $3',
    erases: 'row',
  },
  {
    place: 'queue',
    table: 'import_queue',
    key: ['id'],
    texts: ['filename', 'folder', 'failure'],
    json: ['plan', 'columns', 'counted_values', 'open_values', 'left_out', 'missing', 'options'],
    write: `UPDATE import_queue SET filename = $3, folder = $4, failure = $5, plan = $6, columns = $7, counted_values = $8,
         open_values = $9, left_out = $10, missing = $11, options = $12
       WHERE organization_id = $1 AND id = $2`,
    erases: 'texts',
  },
  {
    place: 'views',
    table: 'saved_views',
    key: ['id'],
    texts: ['name'],
    json: ['filter', 'columns'],
    write: 'DELETE FROM saved_views WHERE organization_id = $1 AND id = $2',
    erases: 'row',
  },
  {
    place: 'views',
    table: 'retention_rules',
    key: ['id'],
    texts: ['name'],
    json: ['conditions'],
    write: 'DELETE FROM retention_rules WHERE organization_id = $1 AND id = $2',
    erases: 'row',
  },
  {
    place: 'views',
    table: 'orders',
    key: ['id'],
    texts: ['name', 'pause_reason'],
    json: ['conditions', 'delivery'],
    // Without its conditions an order would take other leads.
    write: `UPDATE orders SET name = $3, pause_reason = $4, conditions = $5, delivery = $6, active = false
       WHERE organization_id = $1 AND id = $2`,
    erases: 'texts',
  },
  {
    place: 'sales',
    table: 'source_costs',
    key: ['source'],
    texts: ['source'],
    write: 'DELETE FROM source_costs WHERE organization_id = $1 AND source = $2',
    erases: 'row',
  },
  {
    place: 'deliveries',
    table: 'deliveries',
    key: ['id'],
    leads: ['lead_id'],
    texts: ['reason', 'reference'],
    write: 'UPDATE deliveries SET reason = $3, reference = $4 WHERE organization_id = $1 AND id = $2',
    erases: 'texts',
  },
  {
    place: 'deliveries',
    table: 'delivery_attempts',
    key: ['delivery_id', 'number'],
    leads: ['lead_id'],
    texts: ['reason'],
    json: ['request', 'masked_request', 'answer', 'masked_answer'],
    byLeadId: true,
    write: 'DELETE FROM delivery_attempts WHERE organization_id = $1 AND delivery_id = $2 AND number = $3',
    erases: 'row',
  },
  {
    place: 'views',
    table: 'retention_runs',
    key: ['id'],
    texts: ['name', 'failure'],
    json: ['conditions'],
    write: `UPDATE retention_runs SET name = $3, failure = $4, conditions = $5
       WHERE organization_id = $1 AND id = $2`,
    erases: 'texts',
  },
  {
    place: 'views',
    table: 'user_preferences',
    key: ['user_id', 'key'],
    json: ['value'],
    write: 'UPDATE user_preferences SET value = $4 WHERE organization_id = $1 AND user_id = $2 AND key = $3',
    erases: 'texts',
  },
  {
    place: 'replies',
    table: 'idempotency_keys',
    key: ['token_id', 'key'],
    jsonTexts: ['answer'],
    byLeadId: true,
    write:
      'UPDATE idempotency_keys SET answer = $4 WHERE organization_id = $1 AND token_id = $2 AND key = $3',
    erases: 'texts',
  },
  {
    place: 'operations',
    table: 'lead_merges',
    key: ['id'],
    leads: ['kept_id', 'merged_id'],
    json: ['before'],
    write: 'DELETE FROM lead_merges WHERE organization_id = $1 AND id = $2',
    erases: 'row',
  },
  {
    place: 'operations',
    table: 'operation_rows',
    key: ['operation_id', 'row_number'],
    leads: ['lead_id'],
    texts: ['identifier', 'value', 'country', 'key', 'message'],
    when: `NOT EXISTS (SELECT FROM bulk_operations o
      WHERE o.organization_id = $1 AND o.id = h.operation_id AND o.status = 'processing')`,
    write: 'DELETE FROM operation_rows WHERE organization_id = $1 AND operation_id = $2 AND row_number = $3',
    erases: 'row',
  },
  {
    place: 'operations',
    table: 'bulk_operations',
    key: ['id'],
    texts: ['detail', 'failure'],
    json: ['action', 'selection', 'outcomes'],
    when: "h.status <> 'processing'",
    write: `UPDATE bulk_operations SET detail = $3, failure = $4, action = $5, selection = $6, outcomes = $7
       WHERE organization_id = $1 AND id = $2`,
    erases: 'texts',
  },
];
