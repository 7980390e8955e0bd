import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { posix } from 'node:path';
import ssh, { type Connection, type ParsedKey, type SFTPWrapper } from 'ssh2';

const { OPEN_MODE, STATUS_CODE } = ssh.utils.sftp;

/** A real SSH server on loopback that keeps files in memory. */
export interface SftpServer {
  port: number;
  /** `SHA256:…`. */
  hostKey: string;
  /** Private key of the user `leads`. */
  key: string;
  /** Files by path; folders exist as `folders` says. */
  files: Map<string, Buffer>;
  folders: Set<string>;
  /** Operations of clients, such as `connect`, `auth leads` and `rename /in/a`. */
  log: string[];
  /** Runs before an operation: returns a status in place of it, or null to answer nothing at all. */
  before: (operation: string, path: string, connection: Connection) => number | null | undefined;
  close(): Promise<void>;
}

/** Makes a private key and its public one. */
export function sshKeys(): { private: string; public: string } {
  for (;;) {
    const keys = ssh.utils.generateKeyPairSync('ed25519');
    // ssh2 makes some that it can't read.
    if (!(ssh.utils.parseKey(keys.public) instanceof Error)) return keys;
  }
}

/** Starts a server that takes the user `leads` with one key. */
export async function startSftpServer(): Promise<SftpServer> {
  const [host, user] = [sshKeys(), sshKeys()];
  const hostKey = publicKey(host.public);
  const allowed = publicKey(user.public);
  const connections = new Set<Connection>();
  const stand: Omit<SftpServer, 'port' | 'close'> = {
    ...{
      hostKey: `SHA256:${createHash('sha256').update(hostKey.getPublicSSH()).digest('base64').slice(0, 43)}`,
    },
    ...{ key: user.private, files: new Map(), folders: new Set(['/', '/in']), log: [] },
    before: () => undefined,
  };
  const server = new ssh.Server({ hostKeys: [host.private] }, (connection) => {
    connections.add(connection);
    stand.log.push('connect');
    connection.on('error', () => undefined);
    connection.on('close', () => connections.delete(connection));
    connection.on('authentication', (asked) => {
      stand.log.push(`auth ${asked.username}`);
      const isUser =
        asked.method === 'publickey' &&
        asked.username === 'leads' &&
        asked.key.data.equals(allowed.getPublicSSH()) &&
        (asked.signature === undefined ||
          allowed.verify(asked.blob ?? Buffer.alloc(0), asked.signature, asked.hashAlgo) === true);
      if (isUser) asked.accept();
      else asked.reject(['publickey']);
    });
    connection.on('ready', () =>
      connection.on('session', (accept) => accept().on('sftp', (open) => serve(open(), stand, connection))),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return Object.assign(stand, {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const connection of connections) connection.end();
      return new Promise<void>((done) => server.close(() => done()));
    },
  });
}

function publicKey(text: string): ParsedKey {
  const key = ssh.utils.parseKey(text);
  if (key instanceof Error) throw key;
  return Array.isArray(key) ? key[0] : key;
}

type Stand = Omit<SftpServer, 'port' | 'close'>;

/** Answers one client's requests. */
function serve(sftp: SFTPWrapper, stand: Stand, connection: Connection): void {
  const { files, folders, log } = stand;
  const handles: string[] = [];
  const pathOf = (handle: Buffer) => handles[handle.readUInt32BE(0)] ?? '';
  const absolute = (path: string) => posix.resolve('/', path);
  const on = (id: number, operation: string, path: string, work: () => void) => {
    log.push(`${operation} ${path}`);
    const status = stand.before(operation, path, connection);
    if (status === undefined) work();
    else if (status !== null) sftp.status(id, status);
  };
  const attributes = (id: number, path: string) => {
    const file = files.get(path);
    if (file !== undefined || folders.has(path)) {
      const mode = file === undefined ? 0o40755 : 0o100644;
      sftp.attrs(id, { mode, uid: 0, gid: 0, size: file?.length ?? 0, atime: 0, mtime: 0 });
    } else sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
  };
  sftp.on('OPEN', (id, given, flags) => {
    const path = absolute(given);
    on(id, 'open', path, () => {
      const writes = (flags & OPEN_MODE.WRITE) !== 0;
      if (!folders.has(posix.dirname(path)) || (!writes && !files.has(path)))
        return void sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
      if ((flags & OPEN_MODE.EXCL) !== 0 && files.has(path)) return void sftp.status(id, STATUS_CODE.FAILURE);
      if (writes) files.set(path, Buffer.alloc(0));
      const handle = Buffer.alloc(4);
      handle.writeUInt32BE(handles.push(path) - 1, 0);
      sftp.handle(id, handle);
    });
  });
  sftp.on('WRITE', (id, handle, offset, data) => {
    const path = pathOf(handle);
    on(id, 'write', path, () => {
      const held = files.get(path) ?? Buffer.alloc(0);
      const grown = Buffer.alloc(Math.max(held.length, offset + data.length));
      held.copy(grown);
      data.copy(grown, offset);
      files.set(path, grown);
      sftp.status(id, STATUS_CODE.OK);
    });
  });
  sftp.on('READ', (id, handle, offset, length) => {
    const data = files.get(pathOf(handle))?.subarray(offset, offset + length);
    if (data === undefined || data.length === 0) sftp.status(id, STATUS_CODE.EOF);
    else sftp.data(id, data);
  });
  sftp.on('CLOSE', (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on('FSTAT', (id, handle) => attributes(id, pathOf(handle)));
  for (const name of ['STAT', 'LSTAT'] as const) {
    sftp.on(name, (id: number, given: string) => {
      const path = absolute(given);
      on(id, 'stat', path, () => attributes(id, path));
    });
  }
  sftp.on('REMOVE', (id, given) => {
    const path = absolute(given);
    on(id, 'remove', path, () => {
      sftp.status(id, files.delete(path) ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE);
    });
  });
  sftp.on('RENAME', (id, from, to) => {
    const [old, path] = [absolute(from), absolute(to)];
    on(id, 'rename', path, () => {
      const file = files.get(old);
      if (file === undefined || files.has(path)) return void sftp.status(id, STATUS_CODE.FAILURE);
      files.delete(old);
      files.set(path, file);
      sftp.status(id, STATUS_CODE.OK);
    });
  });
}
