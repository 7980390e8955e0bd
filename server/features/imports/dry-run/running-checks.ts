import { HttpError } from '../../../platform/errors.ts';
import type { Account } from '../../../platform/security/sessions.ts';

/** Maximum concurrent dry runs per organization and server. */
const MAX_CHECKS_PER_ORGANIZATION = 2;
const TRY_AGAIN_SECONDS = 15;

/** Abort reason: the user started another dry run. */
export class Replaced extends Error {}

interface Running {
  organizationId: string;
  ending: AbortController;
}

/** The dry runs in progress on this server, by user. */
export class RunningChecks {
  private readonly running = new Map<string, Running>();

  /**
   * Starts a dry run for a user and stops the user's previous one, whose plan is outdated. The dry run lasts until its
   * controller is aborted; report its end through `end`.
   * @throws HttpError too_many_requests while other users of the organization occupy its limit
   */
  begin({ id, organizationId }: Pick<Account, 'id' | 'organizationId'>): AbortController {
    const others = [...this.running].filter(
      ([userId, one]) => userId !== id && one.organizationId === organizationId,
    );
    if (others.length >= MAX_CHECKS_PER_ORGANIZATION) {
      const message = 'Your team is already checking other files. Try again in a moment.';
      throw new HttpError('too_many_requests', message, { retryAfter: TRY_AGAIN_SECONDS });
    }
    this.running.get(id)?.ending.abort(new Replaced());
    const ending = new AbortController();
    this.running.set(id, { organizationId, ending });
    return ending;
  }

  /** Removes a dry run that has ended, for whatever reason. */
  end({ id }: Pick<Account, 'id'>, ending: AbortController): void {
    if (this.running.get(id)?.ending === ending) this.running.delete(id);
  }
}
