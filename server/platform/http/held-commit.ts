import { atSavepoint, type OrganizationScope, type TenantTransaction } from '../db/scope.ts';

interface HeldTransaction {
  /** The open transaction once its work is done, as long as it waits for the decision. */
  tx: TenantTransaction | null;
  /** Lets it commit, or rolls it back with an error. */
  decide(error?: unknown): void;
  done: Promise<unknown>;
}

type Work<T> = (tx: TenantTransaction) => Promise<T>;
type Last<T> = (tx: TenantTransaction, result: T) => Promise<unknown>;

/**
 * Holds the commit of what a call writes until its reply has been parsed, so that a call that answers with a server error
 * has written nothing.
 */
export class HeldCommit {
  private held: HeldTransaction | null = null;
  private isCommitted = false;
  private readonly scope: OrganizationScope;

  constructor(scope: OrganizationScope) {
    this.scope = scope;
  }

  /** The scope for the call's handler: its first transaction that writes takes in the later ones, and commits with `commit`. */
  heldScope(): OrganizationScope {
    const transaction = async <T>(work: Work<T>, last?: Last<T>): Promise<T> => {
      const { held } = this;
      // A call that waits for a job must not keep a connection from it.
      if (this.isCommitted) return this.scope.transaction(work, last);
      if (held === null) return this.hold(work, last);
      // One that runs within another or at the same time has a connection of its own.
      if (held.tx === null) return this.scope.transaction(work, last);
      const { tx } = held;
      held.tx = null;
      try {
        return await atSavepoint(tx, async () => {
          const made = await work(tx);
          await last?.(tx, made);
          return made;
        });
      } finally {
        held.tx = tx;
      }
    };
    const { scope } = this;
    return { ...scope, transaction, commit: () => this.commit(), unchecked: scope.unchecked };
  }

  /** Commits what is held; later transactions commit by themselves. */
  async commit(): Promise<void> {
    const { held } = this;
    this.held = null;
    this.isCommitted = true;
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

  private hold<T>(work: Work<T>, last?: Last<T>): Promise<T> {
    const result = Promise.withResolvers<T>();
    const decision = Promise.withResolvers<void>();
    const done = this.scope.transaction(async (tx) => {
      const made = await work(tx);
      await last?.(tx, made);
      // A transaction that only read has nothing to hold, and keeps no connection.
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

/** On Citus, true for every transaction: those that write on workers alone have no id here. */
async function hasWritten(tx: TenantTransaction): Promise<boolean> {
  const [row] = await tx.query<{ wrote: boolean }>(
    "SELECT pg_current_xact_id_if_assigned() IS NOT NULL OR current_setting('citus.shard_count', true) IS NOT NULL AS wrote",
  );
  return row?.wrote === true;
}
