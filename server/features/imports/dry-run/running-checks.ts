import { Refusal } from '../../../platform/errors.ts';
import type { Account } from '../../../platform/security/sessions.ts';

/** Checks of one organization at once in one server. */
const CHECKS_OF_AN_ORGANIZATION = 2;
const TRY_AGAIN_SECONDS = 15;

/** Why a check was ended: its user began another one. */
export class Replaced extends Error {}

interface Running {
  organizationId: string;
  ending: AbortController;
}

/** The checks that are under way in this server, by their user. */
export class RunningChecks {
  private readonly running = new Map<string, Running>();

  /**
   * Begins a check of a user and ends the one that the user began before: whoever checks again has changed the plan.
   * The check goes on until its controller is aborted; `end` tells that it is over.
   * @throws Refusal too_many_requests while others of the organization have as many as it may
   */
  begin({ id, organizationId }: Pick<Account, 'id' | 'organizationId'>): AbortController {
    const others = [...this.running].filter(
      ([userId, one]) => userId !== id && one.organizationId === organizationId,
    );
    if (others.length >= CHECKS_OF_AN_ORGANIZATION) {
      const message = 'Others of your organization are checking files. Try again in a moment.';
      throw new Refusal('too_many_requests', message, { retryAfter: TRY_AGAIN_SECONDS });
    }
    this.running.get(id)?.ending.abort(new Replaced());
    const ending = new AbortController();
    this.running.set(id, { organizationId, ending });
    return ending;
  }

  /** A check is over, however it ended. */
  end({ id }: Pick<Account, 'id'>, ending: AbortController): void {
    if (this.running.get(id)?.ending === ending) this.running.delete(id);
  }
}
