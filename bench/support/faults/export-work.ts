import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '#tests/support/client.ts';
import { importForWork, untilThere, type Work } from './work.ts';

const PATH = '/api/leads/export?limit=all&format=csv';
/** Pause after each piece, so that a download takes long enough to be hit. */
const PAUSE_MS = 4;
/** Makes the file larger than what the system buffers for a client, so that a fault finds the server still sending. */
const ADDRESS = 'x'.repeat(1_500);
const EMAIL = /lead\d+@example\.com/g;

/**
 * A download of all leads by a client on a slow line. What a fault breaks off must not look like a whole file, and the next
 * download must be whole.
 */
export const exportDownload: Work = {
  name: 'export',
  prepare: (_place, client, leads) => importForWork(client, leads, ADDRESS),
  begin: async (_place, { client }, leads) => {
    const first = { bytes: 0, isOver: false, faults: [] as string[] };
    const reading = download(client, (bytes) => {
      first.bytes = bytes;
    })
      .then((text) => first.faults.push(...wholeFaults('the download', text, leads)))
      // A download that breaks off is told apart from a whole one, which is what is wanted.
      .catch(() => undefined)
      .finally(() => {
        first.isOver = true;
      });
    let next = '';
    return {
      state: async () => ({ text: `${first.bytes} bytes read`, isOver: first.isOver }),
      finish: async (running) => {
        next = await untilThere('whole download', () => download(running.client, () => undefined));
        return 'downloaded again';
      },
      verify: async () => {
        await reading;
        return [...first.faults, ...wholeFaults('the next download', next, leads)];
      },
    };
  },
};

async function download(client: Client, onBytes: (bytes: number) => void): Promise<string> {
  const response = await client.send(PATH, {});
  if (response.status !== 200 || response.body === null)
    throw new Error(`The export answered ${response.status}`);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body) {
    pieces.push(piece);
    bytes += piece.length;
    onBytes(bytes);
    await wait(PAUSE_MS);
  }
  return Buffer.concat(pieces).toString();
}

/** Returns faults unless a file has each lead once. */
function wholeFaults(what: string, text: string, leads: number): string[] {
  const emails = text.match(EMAIL) ?? [];
  const distinct = new Set(emails).size;
  if (emails.length === leads && distinct === leads) return [];
  return [`${what} ended well with ${emails.length} rows of ${distinct} leads instead of ${leads}`];
}
