import { HttpError } from '../../../platform/errors.ts';
import type { Account } from '../../../platform/security/sessions.ts';

/** Maximum concurrent dry runs per organization and server. */
const MAX_CHECKS_PER_ORGANIZATION = 2;
const TRY_AGAIN_SECONDS = 15;

/** Abort reason: another dry run needed the place. */
export class Replaced extends Error {}

interface Running {
  userId: string;
  organizationId: string;
  ending: AbortController;
}

/** The dry runs in progress on this server. */
export class RunningChecks {
  /** Oldest first. */
  private running: readonly Running[] = [];

  /**
   * Starts a dry run, in place of the user's own oldest one or of a user's who has several if the organization has no place left. Report
   * its end through `end`.
   * @throws HttpError too_many_requests while other users have one each
   */
  begin({ id, organizationId }: Pick<Account, 'id' | 'organizationId'>): AbortController {
    const team = this.running.filter((one) => one.organizationId === organizationId);
    if (team.length >= MAX_CHECKS_PER_ORGANIZATION) {
      const replaced = team.find(({ userId }) => userId === id) ?? oldestOfSeveral(team);
      if (replaced === undefined) {
        const message = 'Your team is already checking other files. Try again in a moment.';
        throw new HttpError('too_many_requests', message, { retryAfter: TRY_AGAIN_SECONDS });
      }
      replaced.ending.abort(new Replaced());
      this.end(replaced.ending);
    }
    const ending = new AbortController();
    this.running = [...this.running, { userId: id, organizationId, ending }];
    return ending;
  }

  /** Removes a dry run that has ended, for whatever reason. */
  end(ending: AbortController): void {
    this.running = this.running.filter((one) => one.ending !== ending);
  }
}

function oldestOfSeveral(team: readonly Running[]): Running | undefined {
  return team.find((one) => team.some((other) => other !== one && other.userId === one.userId));
}
