import type { PublicLeadInput } from '#contract/public-lead.ts';
import type { Context } from '../../platform/context/context.ts';
import { scopeOf } from '../../platform/context/context.ts';
import { organizationScope } from '../../platform/db/scope.ts';
import type { ApiCaller } from './caller.ts';
import { auditEach, insertLeads, type Outcome, recordLeads } from './create-leads.ts';
import type { KnownFields } from './known-fields.ts';
import { readNewLead } from './lead-input.ts';

/** A lead that a program wants created. */
interface WantedLead {
  input: PublicLeadInput;
  by: ApiCaller;
}

interface Waiting {
  wanted: WantedLead;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
}

interface Lane {
  waiting: Waiting[];
  working: number;
}

/** Leads that one transaction takes at most. */
const TOGETHER = 64;
/** Transactions of one organization at once. */
const AT_ONCE = 2;
/** Leads for which a second transaction begins beside the first. Fewer wait for its end: much of the price is by transaction. */
const WORTH_ANOTHER = 8;

/**
 * Creates single leads, those together that arrive together: what comes while a transaction of the organization is under
 * way goes into the next one. Nobody waits while there is none, and everybody is answered after the commit; what many
 * callers at once share is the price of a transaction.
 */
export class CreateQueue {
  private readonly lanes = new Map<string, Lane>();
  private readonly context: Pick<Context, 'db'>;
  private readonly fields: KnownFields;

  constructor(context: Pick<Context, 'db'>, fields: KnownFields) {
    this.context = context;
    this.fields = fields;
  }

  /** Resolves once the lead is committed, or judged not to be created. */
  create(wanted: WantedLead): Promise<Outcome> {
    const { organizationId } = wanted.by.token.scope;
    const lane = this.lanes.get(organizationId) ?? { waiting: [], working: 0 };
    this.lanes.set(organizationId, lane);
    return new Promise((resolve, reject) => {
      lane.waiting.push({ wanted, resolve, reject });
      // After the requests that have arrived already are read.
      if (lane.waiting.length === 1 || lane.waiting.length === WORTH_ANOTHER) {
        setImmediate(() => this.work(organizationId, lane));
      }
    });
  }

  private work(organizationId: string, lane: Lane): void {
    while (mayBegin(lane)) {
      lane.working++;
      void this.write(organizationId, lane.waiting.splice(0, TOGETHER)).finally(() => {
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
      // One of them is at fault, and only it shall fail.
      else for (const one of together) await this.write(organizationId, [one]);
    }
  }

  private async commit(organizationId: string, wanted: readonly WantedLead[]): Promise<Outcome[]> {
    const fields = await this.fields.of(scopeOf(this.context, organizationId));
    const leads = {
      read: wanted.map(({ input }) => readNewLead(input, fields)),
      by: wanted.map(({ by }) => by),
    };
    const { outcomes } = await organizationScope(this.context.db.pipelined, organizationId).transaction(
      (tx) => insertLeads(tx, leads),
      (tx, inserted) => recordLeads(tx, inserted, auditEach(leads)),
    );
    return outcomes;
  }
}

function mayBegin({ waiting, working }: Lane): boolean {
  return working === 0 ? waiting.length > 0 : working < AT_ONCE && waiting.length >= WORTH_ANOTHER;
}
