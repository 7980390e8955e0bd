import { createPublicLead } from '#contract/public-api.ts';
import type { PublicLeadInput } from '#contract/public-lead.ts';
import type { Context } from '../../platform/context/context.ts';
import { scopeOf } from '../../platform/context/context.ts';
import { organizationScope } from '../../platform/db/scope.ts';
import { checkReply } from '../../platform/http/bind.ts';
import { auditEach, type CreateOutcome, insertWantedLeads, recordInserted } from './create-leads.ts';
import { createdBody } from './created-body.ts';
import type { ApiCaller } from './gate.ts';
import type { KnownRules } from './known-rules.ts';
import { readNewLead } from './lead-input.ts';

interface WantedLead {
  input: PublicLeadInput;
  by: ApiCaller;
}

interface Waiting {
  wanted: WantedLead;
  resolve: (outcome: CreateOutcome) => void;
  reject: (error: unknown) => void;
}

interface QueueLane {
  waiting: Waiting[];
  working: number;
}

const MAX_LEADS_PER_TRANSACTION = 64;
/** Per organization. */
const MAX_CONCURRENT_TRANSACTIONS = 2;
/** With fewer leads, waiting is cheaper than another transaction. */
const SECOND_TRANSACTION_LEADS = 8;

/**
 * Creates single leads in shared transactions: leads arriving during one go into the next. A lead never waits
 * without a running transaction, and calls resolve after the commit.
 */
export class CreateQueue {
  private readonly lanes = new Map<string, QueueLane>();
  private readonly context: Pick<Context, 'db'>;
  private readonly rules: KnownRules;

  constructor(context: Pick<Context, 'db'>, rules: KnownRules) {
    this.context = context;
    this.rules = rules;
  }

  /** Resolves once the lead is committed or rejected. */
  create(wanted: WantedLead): Promise<CreateOutcome> {
    const { organizationId } = wanted.by.token.scope;
    const lane = this.lanes.get(organizationId) ?? { waiting: [], working: 0 };
    this.lanes.set(organizationId, lane);
    return new Promise((resolve, reject) => {
      lane.waiting.push({ wanted, resolve, reject });
      // Runs after requests that have already arrived.
      if (lane.waiting.length === 1 || lane.waiting.length === SECOND_TRANSACTION_LEADS) {
        setImmediate(() => this.work(organizationId, lane));
      }
    });
  }

  private work(organizationId: string, lane: QueueLane): void {
    while (mayBegin(lane)) {
      lane.working++;
      void this.write(organizationId, lane.waiting.splice(0, MAX_LEADS_PER_TRANSACTION)).finally(() => {
        lane.working--;
        if (lane.waiting.length > 0) this.work(organizationId, lane);
        else if (lane.working === 0) this.lanes.delete(organizationId);
      });
    }
  }

  private async write(organizationId: string, together: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.commit(
        organizationId,
        together.map(({ wanted }) => wanted),
      );
      together.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index];
        if (outcome === undefined) reject(new Error('A lead was left without an outcome'));
        else resolve(outcome);
      });
    } catch (error) {
      const [only, ...others] = together;
      if (others.length === 0) only?.reject(error);
      // Retries one by one, so that only the faulty lead fails.
      else for (const one of together) await this.write(organizationId, [one]);
    }
  }

  private async commit(organizationId: string, wanted: readonly WantedLead[]): Promise<CreateOutcome[]> {
    const rules = await this.rules.of(scopeOf(this.context, organizationId));
    const leads = {
      read: wanted.map(({ input }) => readNewLead(input, rules)),
      by: wanted.map(({ by }) => by),
    };
    const { outcomes } = await organizationScope(this.context.db.pipelined, organizationId).transaction(
      async (tx) => {
        const callers = new Map(leads.by.map(({ token }) => [token.id, token]));
        // Sent together without waiting for each other.
        const [inserted] = await Promise.all([
          insertWantedLeads(tx, leads),
          ...Array.from(callers.values(), ({ recheck }) => recheck(tx)),
        ]);
        for (const outcome of inserted.outcomes) {
          if (outcome.status === 'created') checkReply(createPublicLead, createdBody(outcome));
        }
        return inserted;
      },
      (tx, inserted) => recordInserted(tx, inserted, auditEach(leads)),
    );
    return outcomes;
  }
}

function mayBegin({ waiting, working }: QueueLane): boolean {
  return working === 0
    ? waiting.length > 0
    : working < MAX_CONCURRENT_TRANSACTIONS && waiting.length >= SECOND_TRANSACTION_LEADS;
}
