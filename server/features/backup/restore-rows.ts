import type { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { copyRestored } from '../../lead/store/store.ts';
import { damaged, type TableHeader } from './backup-format.ts';
import { readBackup } from './read-file.ts';

/**
 * @param targetOf returns the table that receives a table's rows
 * @returns the backup's tables
 */
export async function copyRows(
  client: pg.ClientBase,
  path: string,
  passphrase: string | null,
  targetOf: (table: TableHeader) => Promise<string>,
): Promise<TableHeader[]> {
  const tables: TableHeader[] = [];
  let copying: CopyInto | null = null;
  for await (const part of readBackup(path, passphrase)) {
    if (part.kind === 'rows') await copying?.write(part.bytes);
    else await copying?.end();
    if (part.kind === 'end') return tables;
    if (part.kind !== 'table') continue;
    tables.push(part);
    copying = new CopyInto(client, await targetOf(part), part.columns);
  }
  throw damaged();
}

class CopyInto {
  private readonly stream;
  private readonly done: Promise<void>;

  constructor(client: pg.ClientBase, table: string, columns: readonly string[]) {
    this.stream = client.query(copyFrom(copyRestored(table, columns)));
    this.done = finished(this.stream);
    // The next call throws the error.
    this.done.catch(() => undefined);
  }

  async write(bytes: Buffer): Promise<void> {
    if (this.stream.write(bytes)) return;
    await Promise.race([once(this.stream, 'drain'), this.done]);
  }

  async end(): Promise<void> {
    this.stream.end();
    await this.done;
  }
}
