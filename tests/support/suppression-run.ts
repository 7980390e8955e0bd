import { expect } from 'vitest';
import type { BulkAction, BulkOperation } from '#contract/bulk.ts';
import type { TestApp } from './app.ts';
import { runBulkCall } from './calls.ts';
import { type SignedIn, signUp } from './client.ts';
import { identityOf, LISTED_PEOPLE, ListModel } from './listed-people.ts';
import { type Program, programOf, tokenFor } from './programs.ts';
import type { HandedContact } from './suppression-steps.ts';

/** A lead as it is stored, with the identities that it has. */
export interface HeldLead {
  id: string;
  email: string | null;
  phone: string | null;
  valid: boolean;
  suppressed: boolean;
  gone: boolean;
  sold: boolean;
  identities: string[];
}

/** An organization in which steps are taken, and a model of its lists. */
export class SuppressionRun {
  readonly app: TestApp;
  readonly user: SignedIn;
  readonly program: Program;
  readonly lists = new ListModel();
  /** Identities that were erased, and not handed over again since. */
  readonly erased = new Set<string>();
  /** Ids of operations, imports and merges that may be undone. */
  readonly done = { operation: [] as string[], import: [] as string[], merge: [] as string[] };
  /** Counts rows and files, so that each has a name of its own. */
  fresh = 0;

  private constructor(app: TestApp, user: SignedIn, program: Program) {
    this.app = app;
    this.user = user;
    this.program = program;
  }

  static async begin(app: TestApp): Promise<SuppressionRun> {
    const user = await signUp(app.url);
    return new SuppressionRun(app, user, programOf(app.url, await tokenFor(user, { scopes: 'read,write' })));
  }

  /** Oldest first, those in the bin too. */
  async leads(): Promise<HeldLead[]> {
    const { rows } = await this.app.context.db.owner.query<Omit<HeldLead, 'identities'>>(
      `SELECT id, email, phone, number_valid AS valid, suppressed, deleted_at IS NOT NULL AS gone, is_sold AS sold
       FROM leads WHERE organization_id = $1 ORDER BY id`,
      [this.user.user.organizationId],
    );
    return rows.map((lead) => {
      const phone = lead.valid ? lead.phone : null;
      return { ...lead, identities: [lead.email, phone].filter((one) => one !== null) };
    });
  }

  /** Returns a lead outside the bin; with a condition, a matching one. */
  async leadAt(
    nth: number,
    which: (lead: HeldLead) => boolean = ({ gone }) => !gone,
  ): Promise<HeldLead | undefined> {
    const leads = (await this.leads()).filter(which);
    return leads[nth % Math.max(leads.length, 1)];
  }

  /** Forgets that these were erased. */
  handOver(...contacts: HandedContact[]): void {
    for (const { email, phone } of contacts) {
      if (email !== null) this.erased.delete(identityOf(email, 'email'));
      if (phone !== null) this.erased.delete(identityOf(phone, 'phone'));
    }
  }

  keepOperation({ body }: { body: unknown }): void {
    const { operationId } = body as { operationId?: string | null };
    if (operationId) this.done.operation.push(operationId);
  }

  async all(action: BulkAction, filter: Record<string, unknown> = {}): Promise<void> {
    await this.operate({ filter }, action);
  }

  async one(nth: number, action: BulkAction): Promise<void> {
    const lead = await this.leadAt(nth);
    if (lead !== undefined) await this.operate({ ids: [lead.id] }, action);
  }

  async operate(selection: Parameters<typeof runBulkCall>[1], action: BulkAction): Promise<BulkOperation> {
    const operation = await runBulkCall(this.user, selection, action);
    expect([action, operation.status]).toEqual([action, 'completed']);
    this.done.operation.push(operation.id);
    return operation;
  }

  isListedFor({ identities }: HeldLead, customer: string | null): boolean {
    return identities.some((one) => this.lists.isListed(one, customer));
  }

  /** Identities on the lists of a customer, or on those for everyone, that stand in a text. */
  listedIn(text: string, customer: string | null): string[] {
    return LISTED_PEOPLE.flatMap((_, person) => [
      identityOf(person, 'email'),
      identityOf(person, 'phone'),
    ]).filter((one) => this.lists.isListed(one, customer) && text.includes(one));
  }
}
