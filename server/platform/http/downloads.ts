import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { HttpError } from '../errors.ts';
import { type PaceLimits, PaceWatch } from './pace.ts';

/** Limits of streamed downloads, per server. */
export interface DownloadLimits {
  /** Concurrent downloads of one organization. */
  perOrganization: number;
  /** Concurrent downloads above which an organization gets its first one only. */
  shared: number;
  /** Concurrent downloads of all organizations. */
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
  /** Lets the caller have the file or throws; called once a slot is taken, so that a refusal for lack of one uses nothing up. */
  permit?: () => Promise<void>;
}

/**
 * Streamed downloads of a server, each made no faster than its client takes it. Organizations share the slots, and a client
 * that takes too little loses its one.
 */
export class Downloads {
  private readonly running = new Map<string, number>();
  private readonly limits: DownloadLimits;
  private readonly pace: PaceWatch;
  private total = 0;

  constructor(limits: DownloadLimits) {
    this.limits = limits;
    this.pace = new PaceWatch(limits.pace);
  }

  /**
   * Takes a slot for a download of the organization.
   * @returns a function that gives the slot back
   * @throws HttpError too_many_requests
   */
  begin(organizationId: string): () => void {
    const { perOrganization, shared, total } = this.limits;
    const running = this.running.get(organizationId) ?? 0;
    if (running >= perOrganization || this.total >= (running === 0 ? total : shared)) {
      throw new HttpError('too_many_requests', 'Too many downloads are running. Try again in a moment.', {
        retryAfter: TRY_AGAIN_SECONDS,
      });
    }
    this.running.set(organizationId, running + 1);
    this.total++;
    return () => {
      const left = (this.running.get(organizationId) ?? 0) - 1;
      if (left > 0) this.running.set(organizationId, left);
      else this.running.delete(organizationId);
      this.total--;
    };
  }

  /** Sends a body to its end, or to where its client leaves or is dropped for taking too little. */
  send(reply: FastifyReply, body: Readable): void {
    const { socket } = reply.request.raw;
    const stop = this.pace.watch({
      moved: () => socket.bytesWritten - socket.writableLength,
      isOver: () => reply.raw.destroyed,
      isWaiting: () => reply.raw.writableLength > 0,
      cut: () => {
        reply.log.info('a download was ended because its client took too little');
        reply.raw.destroy();
      },
    });
    reply.raw.once('close', stop);
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
    const release = this.begin(organizationId);
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

  close(): void {
    this.pace.close();
  }
}

/** Returns the Content-Disposition of a file with any name. An apostrophe would end the part that names the character set. */
export function attachment(filename: string): string {
  return `attachment; filename*=UTF-8''${encodeURIComponent(filename.toWellFormed()).replaceAll("'", '%27')}`;
}
