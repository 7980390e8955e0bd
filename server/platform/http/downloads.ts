import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { HttpError } from '../errors.ts';
import type { ServerLocks } from '../events/notices.ts';
import { type PaceLimits, PaceWatch } from './pace.ts';

/** Limits of streamed downloads. */
export interface DownloadLimits {
  /** Concurrent downloads of one organization, on all servers together. */
  perOrganization: number;
  /** Concurrent downloads of a server above which an organization gets its first one only. */
  shared: number;
  /** Concurrent downloads of a server, whose memory and connections they take. */
  total: number;
  /** Pace below which a client is dropped. */
  pace: PaceLimits;
}

/** Each download reads the database, and an export holds a connection, for as long as its client reads. */
export const DOWNLOAD_LIMITS: DownloadLimits = {
  perOrganization: 4,
  shared: 16,
  total: 24,
  pace: { patienceMs: 30_000, bytesPerSecond: 16 * 1024 },
};

const TRY_AGAIN_SECONDS = 15;

/** A file that is made while its client takes it. */
export interface StreamedFile {
  filename: string;
  chunks: AsyncIterable<Buffer | string>;
  /** Media type; CSV when left out. */
  type?: string;
  /** Lets the caller have the file or throws; called once a slot is taken, so that an error for lack of one uses nothing up. */
  permit?: () => Promise<void>;
}

/**
 * Streamed downloads of a server, each made no faster than its client takes it. An organization has its slots on all servers
 * together, organizations share those of a server, and a client that takes too little loses its one.
 */
export class Downloads {
  /** Slots of each organization that this server holds or is asking for. */
  private readonly slots = new Map<string, Set<number>>();
  private readonly limits: DownloadLimits;
  private readonly locks: ServerLocks;
  private readonly pace: PaceWatch;
  private readonly sending = new Set<FastifyReply>();
  private total = 0;

  constructor(limits: DownloadLimits, locks: ServerLocks) {
    this.limits = limits;
    this.locks = locks;
    this.pace = new PaceWatch(limits.pace);
  }

  /**
   * Takes a slot for a download of the organization.
   * @returns a function that gives the slot back
   * @throws HttpError too_many_requests
   */
  async begin(organizationId: string): Promise<() => void> {
    const { perOrganization, shared, total } = this.limits;
    for (let slot = 1; slot <= perOrganization; slot++) {
      const mine = this.slots.get(organizationId) ?? new Set();
      if (this.total >= (mine.size === 0 ? total : shared)) break;
      if (mine.has(slot)) continue;
      this.slots.set(organizationId, mine.add(slot));
      this.total++;
      if (await this.isFree(organizationId, slot)) return () => this.giveBack(organizationId, slot);
      this.forget(organizationId, slot);
    }
    throw new HttpError('too_many_requests', 'Too many downloads are running. Try again in a moment.', {
      retryAfter: TRY_AGAIN_SECONDS,
    });
  }

  /** Takes the slot from the other servers. While they can't be asked, only this server's own downloads count. */
  private isFree(organizationId: string, slot: number): Promise<boolean> {
    return this.locks.take(lockName(organizationId, slot)).catch(() => true);
  }

  private giveBack(organizationId: string, slot: number): void {
    // PostgreSQL has already released the lock if its connection was lost. A download that begins now asks for the slot after
    // this, on the same connection.
    void this.locks.giveBack(lockName(organizationId, slot)).catch(() => undefined);
    this.forget(organizationId, slot);
  }

  private forget(organizationId: string, slot: number): void {
    const mine = this.slots.get(organizationId);
    mine?.delete(slot);
    if (mine?.size === 0) this.slots.delete(organizationId);
    this.total--;
  }

  /**
   * Sends a body to its end, or to where it fails or its client leaves or is dropped for taking too little. A body that fails
   * before any of it was sent is answered with the error.
   */
  send(reply: FastifyReply, body: Readable): void {
    const { socket } = reply.request.raw;
    body.once('error', () => {
      if (reply.raw.headersSent) cutDownload(reply);
    });
    const stop = this.pace.watch({
      moved: () => socket.bytesWritten - socket.writableLength,
      isOver: () => reply.raw.destroyed,
      isWaiting: () => reply.raw.writableLength > 0,
      cut: () => {
        reply.log.info('a download was ended because its client took too little');
        cutDownload(reply);
      },
    });
    this.sending.add(reply);
    reply.raw.once('close', () => {
      stop();
      this.sending.delete(reply);
    });
    reply.send(body);
  }

  /**
   * Sends a file in a slot of the organization.
   * @throws HttpError too_many_requests, or what `permit` throws
   */
  async sendFile(
    organizationId: string,
    reply: FastifyReply,
    { filename, chunks, type = 'text/csv; charset=utf-8', permit }: StreamedFile,
  ): Promise<void> {
    const release = await this.begin(organizationId);
    try {
      await permit?.();
    } catch (error) {
      release();
      throw error;
    }
    const body = Readable.from(chunks, { objectMode: false });
    body.once('close', release);
    reply.header('content-disposition', attachment(filename)).type(type);
    this.send(reply, body);
  }

  /** Cuts the downloads that aren't complete. */
  close(): void {
    this.pace.close();
    for (const reply of this.sending) cutDownload(reply);
  }
}

/**
 * Ends a download so that its client sees that it isn't complete: to HTTP/1.0, and so to many proxies, an ordinary close would be
 * the end of the file.
 */
function cutDownload({ request }: FastifyReply): void {
  request.raw.socket.resetAndDestroy();
}

/** Returns the Content-Disposition of a file with any name. An apostrophe would end the part that names the character set. */
export function attachment(filename: string): string {
  return `attachment; filename*=UTF-8''${encodeURIComponent(filename.toWellFormed()).replaceAll("'", '%27')}`;
}

function lockName(organizationId: string, slot: number): string {
  return `download:${organizationId}:${slot}`;
}
