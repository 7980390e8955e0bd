import { z } from 'zod';
import { bulkOperation } from './bulk.ts';
import { endpoint } from './endpoint.ts';
import { CONDITIONS_MAX } from './lead-conditions.ts';
import { lead } from './leads.ts';
import { id, idParams, time } from './shapes.ts';

const RETENTION_RULES_MAX = 50;
export const RETENTION_DAYS_MAX = 3_650;
export const GRACE_DAYS_MAX = 90;
export const RULE_NAME_MAX = 100;

const RETENTION_AGES = ['created', 'lastActivity', 'sold'] as const;
export const RETENTION_ACTIONS = ['trash', 'anonymise', 'erase'] as const;
export type RetentionAction = (typeof RETENTION_ACTIONS)[number];

const ruleFields = {
  name: z.string().trim().min(1, 'Enter a name').max(RULE_NAME_MAX),
  /** Conditions as in the filter `where`; empty for all leads. */
  where: z.array(z.unknown()).max(CONDITIONS_MAX),
  after: z.strictObject({
    days: z.number().int().min(1).max(RETENTION_DAYS_MAX),
    of: z.enum(RETENTION_AGES),
  }),
  action: z.enum(RETENTION_ACTIONS),
  /** Days in the bin, in which a run can be undone, before the action becomes final. */
  graceDays: z.number().int().min(0).max(GRACE_DAYS_MAX),
};

const ruleId = z.string().trim().min(1).max(100);

/** A new rule may come without an id. */
const givenRule = z.strictObject({ id: ruleId.optional(), ...ruleFields });
export type GivenRule = z.output<typeof givenRule>;

const givenRules = z.strictObject({ rules: z.array(givenRule).max(RETENTION_RULES_MAX) });

/** Rules work in their order: a lead that two rules meet goes to the first. */
export const retentionRule = z.object({ id: ruleId, ...ruleFields });
export type RetentionRule = z.infer<typeof retentionRule>;

const rulesReply = z.object({ rules: z.array(retentionRule) });

export const getRetention = endpoint({
  method: 'GET',
  path: '/api/retention',
  access: 'user',
  input: {},
  status: 200,
  reply: rulesReply,
  errors: [],
});

/** Replaces all rules. */
export const setRetention = endpoint({
  method: 'PUT',
  path: '/api/retention',
  access: 'admin',
  input: { body: givenRules },
  status: 200,
  reply: rulesReply,
  errors: ['forbidden', 'invalid_input'],
});

/** Leads that each rule would take now, and some of them. */
export const previewRetention = endpoint({
  method: 'POST',
  path: '/api/retention/preview',
  access: 'user',
  input: { body: givenRules },
  status: 200,
  reply: z.object({
    rules: z.array(z.object({ id: ruleId, count: z.number().int(), examples: z.array(lead) })),
  }),
  errors: ['invalid_input'],
});

/**
 * `grace`: in the bin, and can be undone; `ending`: the action becomes final. A run without grace days goes from `running`
 * to `completed`.
 */
const runStatus = z.enum(['waiting', 'running', 'grace', 'ending', 'completed', 'undone', 'failed']);

/** A rule's work of one night. */
export const retentionRun = z.object({
  id,
  ruleId,
  /** Name and action of the rule as it was then. */
  name: z.string(),
  action: z.enum(RETENTION_ACTIONS),
  status: runStatus,
  startedAt: time,
  /** Leads that the rule took. */
  leads: z.number().int(),
  /** Leads among them for which the action is final. */
  final: z.number().int(),
  /** End of the grace period; null without one. */
  graceEndsAt: time.nullable(),
  finishedAt: time.nullable(),
  canUndo: z.boolean(),
  failure: z.string().nullable(),
});
export type RetentionRun = z.infer<typeof retentionRun>;

/** The last 100, newest first. A rule's nights without leads are one entry, the latest. */
export const listRetentionRuns = endpoint({
  method: 'GET',
  path: '/api/retention/runs',
  access: 'admin',
  input: {},
  status: 200,
  reply: z.object({ runs: z.array(retentionRun) }),
  errors: ['forbidden'],
});

/** Restores the leads of a run from the bin; refused once its grace period has ended. */
export const undoRetentionRun = endpoint({
  method: 'POST',
  path: '/api/retention/runs/:id/undo',
  access: 'admin',
  input: { params: idParams },
  status: 201,
  reply: bulkOperation,
  errors: ['forbidden', 'not_found', 'conflict'],
});
