import type { AuditAction, AuditLog } from '#contract/audit-logs.ts';
import { formatCount, formatDateTime, formatList } from '../../lib/format.ts';
import { statusLabel } from '../../lib/lead-statuses.ts';

export type SentencePart = string | { text: string; lead: string } | { text: string; import: string };

type Value = string | number | boolean | null | undefined;

/** Entry as used by sentences. */
interface Facts {
  username: string;
  /** Object of the action, '' for none. */
  name: string;
  detail: (key: string) => Value;
}

const LEAD_ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

const VERDICTS: Readonly<Record<string, string>> = {
  verified: 'it matches',
  mismatch: 'no match',
  notFound: 'not found',
  expired: 'expired',
};

const DID: Record<AuditAction, (facts: Facts) => SentencePart[]> = {
  login_success: () => ['signed in'],
  login_failed: ({ detail }) => ['failed to sign in', because(detail('reason'))],
  login_blocked: ({ detail }) => ['was blocked from signing in', because(detail('reason'))],
  export_leads: ({ detail, name }) => [
    detail('cancelled') === true ? 'canceled an export of ' : 'exported ',
    `${leadsOf(detail('count'))} to ${name}`,
  ],
  export_audit_logs: () => ['exported the audit logs'],
  import_leads: ({ detail, name }) => [
    'imported ',
    importNamed(name, detail('importId')),
    `: ${formatCount(amount(detail('imported')), 'new lead')}, ${formatCount(amount(detail('updated')), 'update')}`,
    because(detail('reason')),
  ],
  cancel_import: ({ name }) => [`canceled the import of ${name}`],
  undo_import: ({ detail, name }) => ['undid the import of ', importNamed(name, detail('importId'))],
  create_lead: ({ name }) => ['created ', leadNamed(name)],
  update_lead: updatedLead,
  record_consent: ({ detail, name }) => [
    `recorded ${detail('state') === 'withdrawn' ? 'withdrawn' : 'given'} consent (${String(detail('channel') ?? 'any')}) of `,
    leadNamed(name),
  ],
  update_consent_rules: ({ detail }) => [
    detail('required') ? `required consent by ${String(detail('required'))}` : 'required no consent',
  ],
  update_trusted_form: ({ detail }) => [
    `${detail('enabled') === true ? 'turned on' : 'turned off'} TrustedForm`,
    ['changed', 'removed'].includes(String(detail('key'))) ? ` and ${String(detail('key'))} the API key` : '',
  ],
  verify_certificate: ({ detail, name }) => [
    'verified the certificate of ',
    leadNamed(name, detail('lead')),
    ` (${VERDICTS[String(detail('outcome'))] ?? 'failed'})`,
  ],
  delete_lead: ({ detail, name }) => ['moved ', leadOrLeads(name, detail('changed')), ' to the bin'],
  restore_lead: ({ detail, name }) => ['restored ', leadOrLeads(name, detail('changed')), ' from the bin'],
  purge_lead: ({ detail }) => [`deleted ${leadsOf(detail('changed'))} forever`],
  bulk_update: bulkUpdate,
  merge_duplicates: ({ detail }) => [
    `merged ${formatCount(amount(detail('changed')), 'group')} of certain duplicates`,
    ...(detail('importId') === undefined
      ? []
      : [' after importing ', importNamed(String(detail('list') ?? ''), detail('importId'))]),
    because(detail('reason')),
  ],
  update_duplicate_rules: ({ detail }) => [
    `${detail('mergeCertain') === true ? 'turned on' : 'turned off'} merging certain duplicates after imports`,
  ],
  mark_sold: ({ detail }) => [
    `marked ${leadsOf(detail('changed') ?? detail('updated'))} as sold to ${String(detail('customerNumber') ?? 'a customer')}`,
  ],
  add_sample_data: ({ detail }) => [`added ${sampleLeadsOf(detail('count'))}`],
  remove_sample_data: ({ detail }) => [`removed ${sampleLeadsOf(detail('count'))}`],
  create_customer: ({ name }) => [`added the customer ${name}`],
  merge_customers: ({ detail, name }) => [
    `merged customer ${name} into ${String(detail('into') ?? 'another')}, with ${leadsOf(detail('sold'))} sold`,
  ],
  update_customer: ({ name }) => [`changed the settings of customer ${name}`],
  create_order: ({ name }) => [`created the order ${name}`],
  update_order: ({ name }) => [`changed the order ${name}`],
  delete_order: ({ name }) => [`deleted the order ${name}`],
  reach_cap: ({ detail, name }) => [
    `filled ${formatCount(amount(detail('percent')), 'percent', 'percent')} of a cap of the order ${name}: ${String(detail('cap') ?? '')}`,
  ],
  pause_order: ({ detail, name }) => [`paused the order ${name}`, because(detail('reason'))],
  test_order: ({ name }) => [`sent a test of the order ${name}`],
  reject_leads: ({ detail }) => [
    `took back ${leadsOf(detail('changed'))} that ${String(detail('customerNumber') ?? 'a customer')} refused`,
  ],
  record_outcome: ({ detail }) => [
    `recorded a lead as ${String(detail('outcome') ?? 'decided')} by ${String(detail('customerNumber') ?? 'a customer')}`,
    because(detail('reason')),
  ],
  import_outcomes: ({ detail }) => [
    `imported outcomes of ${leadsOf(detail('matched'))} sold to ${String(detail('customerNumber') ?? 'a customer')}`,
  ],
  update_source_cost: ({ detail, name }) => [
    detail('cost') === undefined
      ? `removed the cost of leads from ${name}`
      : `set the cost of a lead from ${name} to ${String(detail('cost'))} ${String(detail('currency'))}`,
  ],
  replay_deliveries: ({ detail, name }) => [
    `sent ${formatCount(amount(detail('count')), 'delivery', 'deliveries')} of the order ${name} again`,
  ],
  cancel_delivery: ({ name }) => [`canceled a delivery of the order ${name}`],
  download_delivery: ({ detail }) => [`downloaded ${leadsOf(detail('count'))} by the link in an email`],
  view_delivery: ({ name }) => [`viewed a delivery of the order ${name}`],
  update_hlr: ({ detail }) => [
    `updated the ${detail('hlrType') === 'whatsapp' ? 'WhatsApp' : 'HLR'} status of ${leadsOf(detail('updated'))}`,
  ],
  fix_phones: ({ detail }) => [`fixed the phone numbers of ${leadsOf(detail('changed'))}`],
  update_phones: ({ detail }) => [`updated the phone numbers of ${leadsOf(detail('updated'))}`],
  create_suppression_list: ({ name }) => [`created the suppression list ${name}`],
  delete_suppression_list: ({ name }) => [`deleted the suppression list ${name}`],
  add_suppressions: ({ detail, name }) => [
    `added ${formatCount(amount(detail('added')), 'entry', 'entries')} to the suppression list ${name}`,
  ],
  import_suppressions: ({ detail }) => [
    `added ${formatCount(amount(detail('changed')), 'entry', 'entries')} to the suppression list ${String(detail('list') ?? '')} from a file`,
    because(detail('reason')),
  ],
  remove_suppression: ({ name }) => [`removed the suppression of ${name}`],
  update_organization: ({ detail }) => [
    `set the default country to ${String(detail('defaultCountry') ?? 'none')}`,
  ],
  view_person: () => ["looked at a person's data"],
  preview_erasure: () => ['looked for a person to erase'],
  request_erasure: () => ['asked to erase a person'],
  erase_person: () => ['erased a person'],
  update_retention: () => ['changed the retention rules'],
  anonymise_leads: ({ detail }) => [`anonymized ${leadsOf(detail('changed'))}`],
  erase_leads: ({ detail }) => [`erased ${leadsOf(detail('changed'))}`],
  redact_audit_logs: () => ['removed a person from the audit logs'],
  create_status: ({ name }) => [`added the status ${name}`],
  update_status: ({ detail, name }) => [
    detail('name') === undefined
      ? `changed the color of the status ${name}`
      : `renamed the status ${name} to ${String(detail('name'))}`,
  ],
  order_statuses: () => ['reordered the statuses'],
  delete_status: ({ name }) => [`deleted the status ${name}`],
  create_field: ({ name }) => [`added the custom field ${name}`],
  update_field: ({ name, detail }) => [
    detail('to') === undefined
      ? `changed the custom field ${name}`
      : `renamed the custom field ${detail('from')} to ${detail('to')}`,
  ],
  delete_field: ({ name }) => [`deleted the custom field ${name}`],
  create_user: ({ name }) => [`added the user ${name}`],
  update_user: updatedUser,
  delete_user: ({ name }) => [`removed the user ${name}`],
  reset_password: ({ name }) => [`reset the password for ${name}`],
  change_password: () => ['changed their password'],
  create_organization: ({ name }) => [`created the organization ${name}`],
  rename_organization: ({ name, detail }) => [
    `renamed the organization ${String(detail('from') ?? '')} to ${name}`,
  ],
  delete_organization: ({ name }) => [`deleted the organization ${name}`],
  restore_organization: ({ name }) => [`restored the organization ${name}`],
  create_backup: ({ detail, name }) =>
    detail('reason') === undefined
      ? [`created the backup ${name}`]
      : ['failed to create a backup', because(detail('reason'))],
  restore_backup: ({ detail }) => {
    const madeAt = detail('madeAt');
    return [
      typeof madeAt === 'string' ? `restored the backup of ${formatDateTime(madeAt)}` : 'restored a backup',
    ];
  },
  create_token: ({ name }) => [`created the API token ${name}`],
  revoke_token: ({ name }) => [`revoked the API token ${name}`],
  enable_2fa: () => ['turned on two-factor authentication'],
  disable_2fa: ({ username, name }) => [
    `turned off two-factor authentication${name === username ? '' : ` for ${name}`}`,
  ],
  update_export_auth: ({ detail }) => [
    `turned export authentication ${detail('enabled') === true ? 'on' : 'off'}`,
  ],
  add_ip: ({ name }) => [`added ${name} to the IP whitelist`],
  update_ip: ({ detail, name }) => [
    `${detail('isActive') === true ? 'activated' : 'deactivated'} ${name} on the IP whitelist`,
  ],
  remove_ip: ({ name }) => [`removed ${name} from the IP whitelist`],
};

/** Describes an entry in a sentence, without the leading username. */
export function sentenceOf({ action, username, resource, details }: AuditLog): SentencePart[] {
  const named = details !== null && typeof details === 'object' ? details : {};
  const detail = (key: string) => named[key];
  return DID[action]({ username, name: resource ?? '', detail }).filter((part) => part !== '');
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  owner_id: 'owner',
  due_on: 'due date',
  due_note: 'next step',
};

function updatedLead({ detail, name }: Facts): SentencePart[] {
  const lead = leadNamed(name, detail('lead'));
  if (detail('merged') !== undefined) return ['merged another lead into ', lead];
  if (detail('unmerged') !== undefined) return ['undid a merge into ', lead];
  if (detail('operation') === 'returnSale') return ['returned the sale of ', lead];
  const fields = formatList(
    String(detail('fields') ?? '')
      .split(', ')
      .map((column) => FIELD_NAMES[column] ?? column.replaceAll('_', ' ')),
  );
  return [`changed ${fields === '' ? '' : `the ${fields} of `}`, lead];
}

function bulkUpdate({ detail }: Facts): SentencePart[] {
  const leads = leadsOf(detail('changed'));
  switch (detail('operation')) {
    case 'status':
      return [`set the status of ${leads} to ${statusLabel(String(detail('status')))}`];
    case 'addTags':
      return [`added the tags ${String(detail('tags'))} to ${leads}`];
    case 'removeTags':
      return [`removed the tags ${String(detail('tags'))} from ${leads}`];
    case 'assign': {
      const owners = String(detail('owners'));
      return [owners === '' ? `removed the owner of ${leads}` : `assigned ${leads} to ${owners}`];
    }
    case 'note':
      return [`added a note to ${leads}`];
    case 'returnSale':
      return [`returned ${leads}`];
    case 'undo':
      return [`undid a change to ${leads}`];
    default:
      return [`changed ${leads}`];
  }
}

function updatedUser({ detail, name }: Facts): SentencePart[] {
  const ended = detail('sessionsEnded');
  if (ended !== undefined) return [`signed out ${formatCount(amount(ended), 'session')}`];
  if (detail('recoveryCodes') !== undefined) return ['created new recovery codes'];
  if (detail('isAdmin') === true) return [`made ${name} an administrator`];
  return detail('isAdmin') === false ? [`removed admin access from ${name}`] : [`changed ${name}`];
}

function leadOrLeads(name: string, changed: Value): SentencePart {
  return changed === undefined ? leadNamed(name) : leadsOf(changed);
}

function leadNamed(id: string, called?: Value): SentencePart {
  const text = typeof called === 'string' ? called : 'a lead';
  return LEAD_ID.test(id) ? { text, lead: id } : text;
}

function importNamed(filename: string, importId: Value): SentencePart {
  return typeof importId === 'string' ? { text: filename, import: importId } : filename;
}

function leadsOf(count: Value): string {
  return typeof count === 'number' ? formatCount(count, 'lead') : 'leads';
}

function sampleLeadsOf(count: Value): string {
  return typeof count === 'number' ? formatCount(count, 'sample lead') : 'the sample leads';
}

function amount(value: Value): number {
  return typeof value === 'number' ? value : 0;
}

function because(reason: Value): string {
  return typeof reason === 'string' ? `: ${reason}` : '';
}
