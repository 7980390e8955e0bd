import type {
  AcceptRule,
  AnswerCondition,
  AnswerMeaning,
  AnswerPlace,
  GivenDelivery,
  MappedField,
  ShownDelivery,
} from '#contract/order-delivery.ts';
import { newRowKey } from '../row-key.ts';

type Webhook = Extract<GivenDelivery, { kind: 'webhook' }>;
type Email = Extract<GivenDelivery, { kind: 'email' }>;
type Sftp = Extract<GivenDelivery, { kind: 'sftp' }>;

export interface HeaderDraft {
  key: string;
  name: string;
  value: string;
  /** The server holds a value that isn't shown. */
  saved: boolean;
}

/** Source of a fixed text. */
export const FIXED_TEXT = 'text';
/** Format whose pattern is typed. */
export const DATE_PREFIX = 'date:';

export interface FieldDraft {
  key: string;
  to: string;
  /** A field, or FIXED_TEXT. */
  from: string;
  text: string;
  format: string;
}

export interface ConditionDraft {
  key: string;
  part: AnswerCondition['part'];
  path: string;
  compare: 'equals' | 'contains';
  value: string;
}

/** Blank path: not taken from the answer. */
export interface PlaceDraft {
  part: AnswerPlace['part'];
  path: string;
}

export interface RuleDraft {
  key: string;
  when: readonly ConditionDraft[];
  then: AnswerMeaning;
  reason: PlaceDraft;
  price: PlaceDraft;
  reference: PlaceDraft;
}

/** Input of all kinds of delivery, so that a change of the kind loses none. */
export interface DeliveryDraft {
  kind: GivenDelivery['kind'];
  url: string;
  method: Webhook['method'];
  format: Webhook['format'];
  headers: readonly HeaderDraft[];
  fields: readonly FieldDraft[];
  rules: readonly RuleDraft[];
  rate: string;
  to: readonly string[];
  subject: string;
  attach: Email['attach'];
  every: Email['every'];
  host: string;
  port: string;
  user: string;
  /** Blank keeps the saved one. */
  sshKey: string;
  hostKey: string;
  folder: string;
  fileName: string;
}

const COMMON = ['firstName', 'lastName', 'email', 'phone', 'country'] as const;

export function newField(from = '', to = from): FieldDraft {
  return { key: newRowKey(), to, from, text: '', format: '' };
}

export function newHeader(): HeaderDraft {
  return { key: newRowKey(), name: '', value: '', saved: false };
}

export function newCondition(change: Partial<ConditionDraft> = {}): ConditionDraft {
  return { key: newRowKey(), part: 'json', path: '', compare: 'equals', value: '', ...change };
}

export function newRule(
  then: AnswerMeaning = 'accepted',
  when: readonly ConditionDraft[] = [newCondition()],
): RuleDraft {
  const place: PlaceDraft = { part: 'json', path: '' };
  return { key: newRowKey(), when, then, reason: place, price: place, reference: place };
}

const EMPTY: DeliveryDraft = {
  ...{ kind: 'none', url: '', method: 'POST', format: 'json', headers: [], fields: [], rules: [], rate: '' },
  ...{
    to: [],
    subject: 'New leads',
    attach: 'link',
    every: 'lead',
    host: '',
    port: '22',
    user: '',
    sshKey: '',
  },
  ...{ hostKey: '', folder: '.', fileName: 'leads.csv' },
};

/** Returns the form of a saved delivery. */
export function draftOfDelivery(saved: ShownDelivery): DeliveryDraft {
  const empty = { ...EMPTY, fields: COMMON.map((field) => newField(field)) };
  switch (saved.kind) {
    case 'none':
      return empty;
    case 'webhook': {
      const { url, method, format, rate } = saved;
      return {
        ...{ ...empty, kind: saved.kind, url, method, format, rate: rate === undefined ? '' : String(rate) },
        headers: Object.keys(saved.headers).map((name) => ({ ...newHeader(), name, saved: true })),
        fields: saved.fields.map(fieldDraft),
        rules: saved.accept.map(ruleDraft),
      };
    }
    case 'email': {
      const { kind, to, subject, attach, every } = saved;
      return { ...empty, kind, to, subject, attach, every };
    }
    case 'sftp': {
      const { kind, host, user, hostKey, folder, every } = saved;
      return {
        ...empty,
        kind,
        host,
        user,
        hostKey,
        folder,
        every,
        port: String(saved.port),
        fileName: saved.name,
      };
    }
  }
}

function fieldDraft(field: MappedField): FieldDraft {
  const row = { ...newField(), to: field.to };
  if ('text' in field) return { ...row, from: FIXED_TEXT, text: field.text };
  return { ...row, from: field.from, format: field.format ?? '' };
}

function ruleDraft({ when, then, reason, price, reference }: AcceptRule): RuleDraft {
  return {
    ...newRule(
      then,
      when.map((one) =>
        newCondition({
          ...{ part: one.part, path: 'path' in one ? one.path : '' },
          ...{ compare: one.contains === undefined ? 'equals' : 'contains' },
          value: one.contains ?? one.equals ?? '',
        }),
      ),
    ),
    ...{ ...(reason && { reason }), ...(price && { price }), ...(reference && { reference }) },
  };
}

function number(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.trim());
}

/** Returns what the form sends. */
export function deliveryOf(draft: DeliveryDraft): GivenDelivery {
  switch (draft.kind) {
    case 'none':
      return { kind: 'none' };
    case 'webhook':
      return webhookOf(draft);
    case 'email': {
      const { kind, to, subject, attach, every } = draft;
      return { kind, to: [...to], subject, attach, every };
    }
    case 'sftp':
      return sftpOf(draft);
  }
}

function webhookOf({ kind, url, method, format, headers, fields, rules, rate }: DeliveryDraft): Webhook {
  return {
    ...{ kind: kind as 'webhook', url: url.trim(), method, format },
    headers: Object.fromEntries(
      headers
        .filter(({ name, value }) => name.trim() !== '' || value !== '')
        .map(({ name, value, saved }) => [name.trim(), saved && value === '' ? null : value]),
    ),
    fields: fields.map(({ to, from, text, format: written }) =>
      from === FIXED_TEXT
        ? { to: to.trim(), text }
        : { to: to.trim(), from, ...(written !== '' && { format: written }) },
    ),
    accept: rules.map(ruleOf),
    ...(rate.trim() !== '' && { rate: number(rate) }),
  };
}

function sftpOf({ kind, host, port, user, sshKey, hostKey, folder, fileName, every }: DeliveryDraft): Sftp {
  return {
    ...{ kind: kind as 'sftp', host, port: number(port), user, hostKey, folder, every, name: fileName },
    ...(sshKey.trim() !== '' && { key: sshKey }),
  };
}

function ruleOf({ when, then, reason, price, reference }: RuleDraft): AcceptRule {
  return {
    when: when.map(conditionOf),
    then,
    ...(reason.path.trim() !== '' && { reason }),
    ...(price.path.trim() !== '' && { price }),
    ...(reference.path.trim() !== '' && { reference }),
  };
}

function conditionOf({ part, path, compare, value }: ConditionDraft): AnswerCondition {
  const wanted = compare === 'equals' ? { equals: value } : { contains: value };
  return part === 'json' || part === 'xml' ? { part, path, ...wanted } : { part, ...wanted };
}
