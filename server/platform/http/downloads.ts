import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { HttpError } from '../errors.ts';
import type { ServerLocks } from '../events/notices.ts';
import { type PaceLimits, PaceWatch } from './pace.ts';

export interface DownloadLimits {
  /** On all servers. */
  perOrganization: number;
  /** Beyond this, organizations get only their first. */
  shared: number;
  /** Limits a server's memory and connections. */
  total: number;
  /** Slower clients are dropped. */
  pace: PaceLimits;
}

/** An export holds a connection while its client reads. */
export const DOWNLOAD_LIMITS: DownloadLimits = {
  perOrganization: 4,
  shared: 16,
  total: 24,
  pace: { patienceMs: 30_000, bytesPerSecond: 16 * 1024 },
};

const TRY_AGAIN_SECONDS = 15;

/** A file generated while it is sent. */
export interface StreamedFile {
  filename: string;
  chunks: AsyncIterable<Buffer | string>;
  /** Media type, by default CSV. */
  type?: string;
  /** Runs once a slot is taken, because it spends a grant. */
  permit?: () => Promise<void>;
}

/** Clients set the pace; slots count per organization and server. */
export class Downloads {
  /** Slots held or requested by this server. */
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
   * Returns the release function.
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

  /** If other servers can't be asked, only this server's downloads count. */
  private isFree(organizationId: string, slot: number): Promise<boolean> {
    return this.locks.take(lockName(organizationId, slot)).catch(() => true);
  }

  private giveBack(organizationId: string, slot: number): void {
    // A lost connection has already released the lock; a new download asks afterwards.
    void this.locks.giveBack(lockName(organizationId, slot)).catch(() => undefined);
    this.forget(organizationId, slot);
  }

  private forget(organizationId: string, slot: number): void {
    const mine = this.slots.get(organizationId);
    mine?.delete(slot);
    if (mine?.size === 0) this.slots.delete(organizationId);
    this.total--;
  }

  /** Early failures are answered with the error. */
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

  /** @throws HttpError too_many_requests, or errors of `permit` */
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

  /** Cuts incomplete downloads. */
  close(): void {
    this.pace.close();
    for (const reply of this.sending) cutDownload(reply);
  }
}

/** HTTP/1.0 proxies take an ordinary close for the end. */
function cutDownload({ request }: FastifyReply): void {
  request.raw.socket.resetAndDestroy();
}

/** An apostrophe would end the character set's name. */
export function attachment(filename: string): string {
  return `attachment; filename*=UTF-8''${encodeURIComponent(filename.toWellFormed()).replaceAll("'", '%27')}`;
}

function lockName(organizationId: string, slot: number): string {
  return `download:${organizationId}:${slot}`;
}
