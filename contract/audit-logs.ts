import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { givenTime, id, time, unlessEmpty } from './shapes.ts';

/** Recorded actions with their labels, in the order of the filter. */
export const AUDIT_LABELS = {
  login_success: 'Login Success',
  login_failed: 'Login Failed',
  login_blocked: 'Login Blocked',
  export_leads: 'Export Leads',
  export_audit_logs: 'Export Audit Logs',
  import_leads: 'Import Leads',
  cancel_import: 'Cancel Import',
  undo_import: 'Undo Import',
  create_lead: 'Create Lead',
  update_lead: 'Update Lead',
  record_consent: 'Record Consent',
  update_consent_rules: 'Update Consent Rules',
  update_trusted_form: 'Update TrustedForm',
  verify_certificate: 'Verify Certificate',
  delete_lead: 'Delete Lead',
  restore_lead: 'Restore Lead',
  purge_lead: 'Delete Lead Forever',
  bulk_update: 'Bulk Update',
  merge_duplicates: 'Merge Duplicates',
  update_duplicate_rules: 'Update Duplicate Rules',
  mark_sold: 'Mark Sold',
  update_hlr: 'Update HLR',
  fix_phones: 'Fix Phones',
  update_phones: 'Update Phones',
  view_person: 'View Person',
  preview_erasure: 'Preview Erasure',
  request_erasure: 'Request Erasure',
  erase_person: 'Erase Person',
  update_retention: 'Update Retention Rules',
  anonymise_leads: 'Anonymize Leads',
  erase_leads: 'Erase Leads',
  redact_audit_logs: 'Redact Audit Logs',
  add_sample_data: 'Add Sample Data',
  remove_sample_data: 'Remove Sample Data',
  create_customer: 'Create Customer',
  update_customer: 'Update Customer',
  merge_customers: 'Merge Customers',
  create_order: 'Create Order',
  update_order: 'Update Order',
  delete_order: 'Delete Order',
  reach_cap: 'Reach Cap',
  pause_order: 'Pause Order',
  test_order: 'Test Order',
  reject_leads: 'Reject Leads',
  record_outcome: 'Record Outcome',
  import_outcomes: 'Import Outcomes',
  update_source_cost: 'Update Source Cost',
  replay_deliveries: 'Replay Deliveries',
  cancel_delivery: 'Cancel Delivery',
  view_delivery: 'View Delivery',
  download_delivery: 'Download Delivery',
  create_suppression_list: 'Create Suppression List',
  delete_suppression_list: 'Delete Suppression List',
  add_suppressions: 'Add Suppressions',
  import_suppressions: 'Import Suppressions',
  remove_suppression: 'Remove Suppression',
  update_organization: 'Update Organization',
  create_status: 'Create Status',
  update_status: 'Update Status',
  order_statuses: 'Reorder Statuses',
  delete_status: 'Delete Status',
  create_field: 'Create Custom Field',
  update_field: 'Update Custom Field',
  delete_field: 'Delete Custom Field',
  create_user: 'Create User',
  update_user: 'Update User',
  delete_user: 'Delete User',
  reset_password: 'Reset Password',
  change_password: 'Change Password',
  create_organization: 'Create Organization',
  rename_organization: 'Rename Organization',
  delete_organization: 'Delete Organization',
  restore_organization: 'Restore Organization',
  create_backup: 'Create Backup',
  restore_backup: 'Restore Backup',
  create_token: 'Create API Token',
  revoke_token: 'Revoke API Token',
  enable_2fa: 'Enable 2FA',
  disable_2fa: 'Disable 2FA',
  update_export_auth: 'Update Export Authentication',
  add_ip: 'Add IP Address',
  update_ip: 'Update IP Address',
  remove_ip: 'Remove IP Address',
} as const;

export type AuditAction = keyof typeof AUDIT_LABELS;

export const AUDIT_ACTIONS = Object.keys(AUDIT_LABELS) as [AuditAction, ...AuditAction[]];

export const AUDIT_PAGE_SIZE = 50;
const AUDIT_PAGE_MAX = 200;

const plain = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** Named values such as `count` or `reason`, or a single value. */
export const auditDetails = z.union([plain, z.record(z.string(), plain)]);

export type AuditDetails = z.infer<typeof auditDetails>;

export const auditLog = z.object({
  id,
  /** Null if no account acted, as for an unknown username or the command line. */
  userId: id.nullable(),
  username: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  /** A lead's id, a username or a name. */
  resource: z.string().nullable(),
  details: auditDetails,
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: time,
});

export type AuditLog = z.infer<typeof auditLog>;

/** Absent, empty and `all` stand for every action. */
const everyAction = (value: unknown): unknown => (value === '' || value === 'all' ? undefined : value);

/** Filters that an entry must all match. */
const auditFilter = z.strictObject({
  action: z.preprocess(everyAction, z.enum(AUDIT_ACTIONS).optional()),
  user: unlessEmpty(z.string().max(200).optional()),
  /** Inclusive. */
  from: unlessEmpty(givenTime.optional()),
  /** Exclusive. */
  to: unlessEmpty(givenTime.optional()),
});

export type AuditFilter = z.output<typeof auditFilter>;

export const listAuditLogs = endpoint({
  method: 'GET',
  path: '/api/audit-logs',
  access: 'admin',
  input: {
    query: auditFilter.extend({
      limit: unlessEmpty(z.coerce.number().int().min(1).max(AUDIT_PAGE_MAX).default(AUDIT_PAGE_SIZE)),
      offset: unlessEmpty(z.coerce.number().int().min(0).max(100_000_000).default(0)),
    }),
  },
  reply: z.object({ logs: z.array(auditLog), total: z.number().int() }),
  errors: ['forbidden', 'invalid_input'],
});

/** CSV, or one JSON object per line. */
export const AUDIT_FORMATS = ['csv', 'jsonl'] as const;

export const exportAuditLogs = endpoint({
  method: 'GET',
  path: '/api/audit-logs/export',
  access: 'admin',
  input: { query: auditFilter.extend({ format: unlessEmpty(z.enum(AUDIT_FORMATS).default('csv')) }) },
  reply: z.string(),
  errors: ['forbidden', 'invalid_input', 'too_many_requests'],
});
