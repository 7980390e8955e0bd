import { atSavepoint } from '../db/savepoint.ts';
import type { OrganizationScope, TenantTransaction } from '../db/scope.ts';

interface HeldTransaction {
  hasResult: boolean;
  /** Commits, or rolls back with an error. */
  decide(error?: unknown): void;
  done: Promise<unknown>;
}

/** Commits after the reply is validated, so that a server error leaves no writes. */
export class HeldCommit {
  private held: HeldTransaction | null = null;
  private readonly scope: OrganizationScope;

  constructor(scope: OrganizationScope) {
    this.scope = scope;
  }

  /** Each transaction commits when the next begins. */
  heldScope(): OrganizationScope {
    const transaction: OrganizationScope['transaction'] = async (work, last) => {
      // Concurrent transactions have no known last.
      if (this.held?.hasResult === false) return this.scope.transaction(work, last);
      await this.commit();
      return this.hold(work, last);
    };
    const { scope } = this;
    return { ...scope, transaction, commit: () => this.commit(), unchecked: scope.unchecked };
  }

  async commit(): Promise<void> {
    const { held } = this;
    this.held = null;
    held?.decide();
    await held?.done;
  }

  async rollBack(error: unknown): Promise<void> {
    const { held } = this;
    this.held = null;
    held?.decide(error);
    await held?.done.catch(() => undefined);
  }

  private hold<T>(work: Work<T>, last?: Last<T>): Promise<T> {
    const result = Promise.withResolvers<T>();
    const decision = Promise.withResolvers<void>();
    const done = this.scope.transaction(async (tx) => {
      const made = await work(tx);
      await last?.(tx, made);
      held.hasResult = true;
      // Read-only transactions release their connection.
      if (await hasWritten(tx)) {
        held.tx = tx;
        result.resolve(made);
        await decision.promise;
      }
      return made;
    });
    const held: HeldTransaction = {
      tx: null,
      decide: (error) => (error === undefined ? decision.resolve() : decision.reject(error)),
      done,
    };
    this.held = held;
    done.then(
      (made) => {
        if (this.held === held) this.held = null;
        result.resolve(made);
      },
      (error: unknown) => {
        if (this.held === held) this.held = null;
        result.reject(error);
      },
    );
    decision.promise.catch(() => undefined);
    return result.promise;
  }
}

/** Citus counts writes on workers alone as reads. */
async function hasWritten(tx: TenantTransaction): Promise<boolean> {
  const [row] = await tx.query<{ wrote: boolean }>(
    'SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS wrote',
  );
  return row?.wrote === true;
}
