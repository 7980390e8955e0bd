import type { OrganizationScope, TenantTransaction } from '../db/scope.ts';

interface HeldTransaction {
  hasResult: boolean;
  /** Lets it commit, or rolls it back with an error. */
  decide(error?: unknown): void;
  done: Promise<unknown>;
}

/**
 * Holds the commit of a call's last transaction until its reply has been parsed, so that a call that answers with a server
 * error has written nothing.
 */
export class HeldCommit {
  private held: HeldTransaction | null = null;
  private readonly scope: OrganizationScope;

  constructor(scope: OrganizationScope) {
    this.scope = scope;
  }

  /** The scope for the call's handler: each of its transactions commits when the next one begins, the last one with `commit`. */
  heldScope(): OrganizationScope {
    const transaction: OrganizationScope['transaction'] = async (work, last) => {
      // Within or beside another one there is no telling which is the last.
      if (this.held?.hasResult === false) return this.scope.transaction(work, last);
      await this.commit();
      return this.hold(work, last);
    };
    const { scope } = this;
    return { ...scope, transaction, unchecked: scope.unchecked };
  }

  /** Commits what is held. */
  async commit(): Promise<void> {
    const { held } = this;
    this.held = null;
    held?.decide();
    await held?.done;
  }

  /** Rolls back what is held. */
  async rollBack(error: unknown): Promise<void> {
    const { held } = this;
    this.held = null;
    held?.decide(error);
    await held?.done.catch(() => undefined);
  }

  private hold<T>(
    work: (tx: TenantTransaction) => Promise<T>,
    last?: (tx: TenantTransaction, result: T) => Promise<unknown>,
  ): Promise<T> {
    const result = Promise.withResolvers<T>();
    const decision = Promise.withResolvers<void>();
    const done = this.scope.transaction(async (tx) => {
      const made = await work(tx);
      await last?.(tx, made);
      held.hasResult = true;
      // A transaction that only read has nothing to hold, and keeps no connection.
      if (await hasWritten(tx)) {
        result.resolve(made);
        await decision.promise;
      }
      return made;
    });
    const held: HeldTransaction = {
      hasResult: false,
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

/** On Citus, a transaction that wrote on workers alone counts as one that only read. */
async function hasWritten(tx: TenantTransaction): Promise<boolean> {
  const [row] = await tx.query<{ wrote: boolean }>(
    'SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS wrote',
  );
  return row?.wrote === true;
}
