import { createHash, randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { posix } from 'node:path';
import { promisify } from 'node:util';
import ssh, { type SFTPWrapper } from 'ssh2';
import { causeOf, OutboundError, timeOut } from './outbound-error.ts';
import { type AddressRules, pinnedTo, TIMEOUT_MS, vetHost } from './vet-host.ts';

/** An account on an SFTP server. */
export interface SftpTarget {
  host: string;
  port: number;
  user: string;
  /** Private key in PEM or OpenSSH format, without a passphrase. */
  key: string;
  /** `SHA256:` and the fingerprint in base64, as `ssh-keygen -lf` prints it. */
  hostKey: string;
}

export interface RemoteFile {
  folder: string;
  name: string;
  bytes: Buffer;
}

export interface UploadRules extends AddressRules {
  /** Milliseconds until the connection stands, and of silence later. */
  timeoutMs?: number;
  /** Milliseconds for the whole upload. */
  uploadMs?: number;
}

const UPLOAD_MS = 120_000;
const NO_SUCH_FILE = 2;
const PERMISSION_DENIED = 3;

/** Returns the fingerprint of a public key as `ssh-keygen -lf` prints it. */
function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=$/, '')}`;
}

/**
 * Uploads a file under a temporary name and renames it. A file of that name is kept; if it is the same, an earlier attempt has put it there.
 * @throws OutboundError
 */
export async function uploadOverSftp(
  target: SftpTarget,
  { folder, name, bytes }: RemoteFile,
  { timeoutMs = TIMEOUT_MS, uploadMs = UPLOAD_MS, ...rules }: UploadRules,
  signal?: AbortSignal,
): Promise<void> {
  const limit = AbortSignal.any([AbortSignal.timeout(uploadMs), ...(signal ? [signal] : [])]);
  const vetted = await vetHost(target.host, rules, AbortSignal.any([limit, AbortSignal.timeout(timeoutMs)]));
  const { host } = target;
  const socket = connect({ host, port: vetted[0]?.port ?? target.port, lookup: pinnedTo(vetted) });
  const client = new ssh.Client();
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  const end = () => failed.reject(timeOut());
  if (limit.aborted) end();
  limit.addEventListener('abort', end, { once: true });
  socket.setTimeout(timeoutMs, end);
  try {
    const sftp = await Promise.race([signIn(client, socket, target, timeoutMs), failed.promise]);
    client.on('error', failed.reject).on('close', () => failed.reject(new Error('The connection was cut')));
    const path = posix.join(folder, name);
    const temporary = posix.join(folder, `.${name}.${randomBytes(6).toString('hex')}.part`);
    await Promise.race([placeFile(sftp, { path, temporary, bytes }), failed.promise]);
  } catch (error) {
    throw error instanceof OutboundError
      ? error
      : new OutboundError('failed', `The upload failed (${causeOf(error)})`);
  } finally {
    limit.removeEventListener('abort', end);
    client.destroy();
    socket.destroy();
  }
}

/** The host key is compared before anything about the user is sent. */
function signIn(
  client: ssh.Client,
  socket: Socket,
  { user, key, hostKey }: SftpTarget,
  timeoutMs: number,
): Promise<SFTPWrapper> {
  const { promise, resolve, reject } = Promise.withResolvers<SFTPWrapper>();
  const privateKey = ssh.utils.parseKey(key);
  if (privateKey instanceof Error) {
    reject(
      new OutboundError('misconfigured', 'The private key needs PEM or OpenSSH format without a passphrase'),
    );
    return promise;
  }
  let shown: string | null = null;
  client.on('error', (error) => reject(signInFault(error, { shown, hostKey })));
  client.on('close', () => reject(new OutboundError('failed', 'The connection was cut')));
  client.on('ready', () =>
    client.sftp((error, sftp) => {
      if (error) reject(new OutboundError('misconfigured', `The server offers no SFTP (${error.message})`));
      else resolve(sftp);
    }),
  );
  client.connect({
    ...{ sock: socket, username: user, privateKey: key, readyTimeout: timeoutMs },
    hostVerifier: (given: Buffer) => {
      shown = fingerprintOf(given);
      return shown === hostKey.replace(/=$/, '');
    },
  });
  return promise;
}

function signInFault(
  error: Error & { level?: string },
  { shown, hostKey }: { shown: string | null; hostKey: string },
): OutboundError {
  if (shown !== null && shown !== hostKey.replace(/=$/, '')) {
    return new OutboundError('misconfigured', `The server's host key is ${shown}, not the expected one`);
  }
  if (error.level === 'client-authentication') {
    return new OutboundError('misconfigured', "The server doesn't accept the user or the private key");
  }
  if (error.level === 'client-timeout') return timeOut();
  return new OutboundError('failed', `No connection (${causeOf(error)})`);
}

async function placeFile(
  sftp: SFTPWrapper,
  { path, temporary, bytes }: { path: string; temporary: string; bytes: Buffer },
): Promise<void> {
  if (await isSameFile(sftp, path, bytes)) return;
  try {
    await promisify<void>((done) => sftp.writeFile(temporary, bytes, { flag: 'wx' }, done))();
    const { size } = await promisify(sftp.stat.bind(sftp))(temporary);
    if (size !== bytes.length) throw new Error('the server kept a part of the file');
    await promisify(sftp.rename.bind(sftp))(temporary, path);
  } catch (error) {
    await promisify(sftp.unlink.bind(sftp))(temporary).catch(() => undefined);
    throw fileFault(error, path);
  }
}

/** @throws OutboundError for another file of that name */
async function isSameFile(sftp: SFTPWrapper, path: string, bytes: Buffer): Promise<boolean> {
  try {
    const { size } = await promisify(sftp.lstat.bind(sftp))(path);
    const isSame = size === bytes.length && (await readFile(sftp, path)).equals(bytes);
    if (isSame) return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === NO_SUCH_FILE) return false;
    throw fileFault(error, path);
  }
  throw new OutboundError('failed', `${path} is already there`);
}

function readFile(sftp: SFTPWrapper, path: string): Promise<Buffer> {
  return promisify<Buffer>((done) => sftp.readFile(path, done))();
}

function fileFault(error: unknown, path: string): OutboundError {
  const { code } = error as { code?: unknown };
  if (code === NO_SUCH_FILE) {
    return new OutboundError('misconfigured', `The folder ${posix.dirname(path)} isn't there`);
  }
  if (code === PERMISSION_DENIED) {
    return new OutboundError('misconfigured', `The user may not write ${path}`);
  }
  return new OutboundError('failed', `${path} wasn't written (${causeOf(error)})`);
}
