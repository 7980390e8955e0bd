import { Buffer } from 'node:buffer';
import type pg from 'pg';

/**
 * Sends the last parameter, `bytes`, without copying; the caller must not change them. Collecting the driver's
 * two copies would take as long as storing a large file.
 * @param values preceding parameters in PostgreSQL's text form
 * @throws pg.DatabaseError
 */
export function runWithBytes(
  client: pg.ClientBase,
  text: string,
  values: readonly string[],
  bytes: Uint8Array,
): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query({
      submit: (connection: pg.Connection) => {
        const { stream } = connection;
        stream.cork();
        connection.parse({ name: '', text, types: [] }, true);
        stream.write(bindUpToBytes(values, bytes.length));
        stream.write(bytes);
        stream.write(RESULTS_AS_TEXT);
        connection.execute(null, true);
        connection.sync();
        stream.uncork();
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(),
      handleCommandComplete: () => undefined,
    });
  });
}

/** No result formats, so results are text. */
const RESULTS_AS_TEXT = Buffer.alloc(2);

/** Protocol version 3, up to the last parameter. */
function bindUpToBytes(values: readonly string[], length: number): Buffer {
  const count = values.length + 1;
  // Unnamed portal and statement.
  const names = Buffer.alloc(2);
  const formats = numbers16([count, ...values.map(() => 0), 1]);
  const texts = values.map((value) => Buffer.from(value));
  const parameters = texts.flatMap((each) => [number32(each.length), each]);
  const head = Buffer.concat([names, formats, numbers16([count]), ...parameters, number32(length)]);
  const rest = number32(4 + head.length + length + RESULTS_AS_TEXT.length);
  return Buffer.concat([Buffer.from('B'), rest, head]);
}

function numbers16(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, 2 * index);
  return bytes;
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
