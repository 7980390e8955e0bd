import { setTimeout as wait } from 'node:timers/promises';
import { complaintsOf, type FaultAttempt, type TryOutcome } from './attempt.ts';
import { DISK, diskHindrance, mountDisk } from './disk.ts';
import { pollUntil } from './import-run.ts';
import { postmasterOf } from './kill-postgres.ts';
import type { Running, TryEnvironment } from './place.ts';
import { withSharedPlace } from './two-servers.ts';
import type { BegunWork, Work } from './work.ts';

/** One try of a fault during some work. */
export interface WorkAttempt extends Pick<FaultAttempt, 'n' | 'random' | 'template' | 'shared'> {
  work: Work;
  leads: number;
  /** Milliseconds from the beginning of the work to the fault. */
  moment: number;
}

/** A kind of fault that can happen during any work. */
export interface FaultHit {
  name: string;
  /** Returns the reason why the fault can't be injected on this machine, or null. */
  hindrance(): Promise<string | null>;
  attempt(attempt: WorkAttempt): Promise<TryOutcome>;
}

const ANSWERS_WITHIN_MS = 60_000;
const SHORTEST_MS = 1_000;
const LONGEST_MS = 6_000;

const anywhere = async (): Promise<string | null> => null;

/** SIGKILL to the server, which is then started again on its data folder. */
const serverKilled: FaultHit = {
  name: 'server killed',
  hindrance: anywhere,
  attempt: (attempt) =>
    onEmbedded(attempt, async (place, running) => {
      await running.server.end('SIGKILL');
      return place.start();
    }),
};

/** SIGKILL to all of PostgreSQL, which the server starts again. */
const postgresKilled: FaultHit = {
  name: 'PostgreSQL killed',
  hindrance: anywhere,
  attempt: (attempt) =>
    onEmbedded(attempt, async (place, running) => {
      process.kill(postmasterOf(place), 'SIGKILL');
      return running;
    }),
};

/** A disk with the whole database that is full for some seconds. */
const diskFull: FaultHit = {
  name: 'full disk',
  hindrance: diskHindrance,
  attempt: async (attempt) => {
    const disk = await mountDisk(DISK);
    const hit = async (_place: TryEnvironment, running: Running): Promise<Running> => {
      disk.fill();
      await wait(SHORTEST_MS + attempt.random() * (LONGEST_MS - SHORTEST_MS));
      disk.free();
      return running;
    };
    try {
      return await onEmbedded(attempt, hit, disk.path);
    } finally {
      disk.free();
      await disk.remove();
    }
  },
};

/** One of two servers, the one that was asked, stands still until the other has done the work, and then goes on. */
const siblingFrozen: FaultHit = {
  name: 'one of two servers frozen',
  hindrance: anywhere,
  attempt: (attempt) =>
    withSharedPlace(attempt, async (place) => {
      const [one, two] = [await place.start('one'), await place.start('two')];
      const thaw = () => void one.server.child.kill('SIGCONT');
      const freeze = async (): Promise<Running> => {
        one.server.child.kill('SIGSTOP');
        return two;
      };
      try {
        return await tryOnce(attempt, place, { running: one, hit: freeze, after: async () => thaw() });
      } finally {
        thaw();
      }
    }),
};

export const HITS = [serverKilled, postgresKilled, diskFull, siblingFrozen];

async function onEmbedded(
  attempt: WorkAttempt,
  hit: (place: TryEnvironment, running: Running) => Promise<Running>,
  folder?: string,
): Promise<TryOutcome> {
  const place = await attempt.template.place(folder);
  try {
    const running = await place.start();
    return await tryOnce(attempt, place, { running, hit: () => hit(place, running) });
  } finally {
    await place.close();
  }
}

interface Injection {
  /** The server that is asked to do the work. */
  running: Running;
  /** Injects the fault and returns a server that answers. */
  hit(): Promise<Running>;
  /** Runs once the work has ended, before it is verified. */
  after?(): Promise<void>;
}

async function tryOnce(
  { work, leads, moment }: WorkAttempt,
  place: TryEnvironment,
  { running, hit, after }: Injection,
): Promise<TryOutcome> {
  await work.prepare(place, running.client, leads);
  const begun = await work.begin(place, running, leads);
  try {
    await wait(moment);
    const { text, isOver } = await begun.state();
    const since = performance.now();
    const alive = await hit();
    const { end, faults } = await followed(begun, [...new Set([alive, ...(after ? [running] : [])])], after);
    const seconds = (performance.now() - since) / 1000;
    return { what: `at ${(moment / 1000).toFixed(2)} s, ${text}`, cameTooLate: isOver, end, seconds, faults };
  } finally {
    await begun.close?.();
  }
}

/** Follows work to its end on the first server, and verifies it once all of them answer. */
async function followed(
  begun: BegunWork,
  servers: Running[],
  after: Injection['after'],
): Promise<{ end: string; faults: string[] }> {
  const [alive] = servers as [Running];
  const end = await begun.finish(alive);
  await after?.();
  const faults = await begun.verify(alive);
  for (const { server, client } of servers) {
    const answers = await pollUntil(
      ANSWERS_WITHIN_MS,
      async () => (await client.get('/readyz')).status === 200,
    );
    if (!answers) faults.push('a server is not ready again');
    faults.push(...complaintsOf(server));
  }
  return { end, faults };
}

/** Does some work without a fault and returns its milliseconds. */
export async function measureWork({ work, template, leads }: WorkAttempt): Promise<number> {
  const place = await template.place();
  try {
    const running = await place.start();
    await work.prepare(place, running.client, leads);
    const started = performance.now();
    const begun = await work.begin(place, running, leads);
    await pollUntil(ANSWERS_WITHIN_MS, async () => (await begun.state()).isOver);
    const ms = performance.now() - started;
    await begun.finish(running);
    const faults = await begun.verify(running);
    await begun.close?.();
    if (faults.length > 0) throw new Error(`Undisturbed, ${work.name}: ${faults.join('; ')}`);
    return ms;
  } finally {
    await place.close();
  }
}
