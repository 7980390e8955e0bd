import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown> {
  let text = '';
  write(
    createLog('info', {
      write: (line) => {
        text += line;
      },
    }),
  );
  return JSON.parse(text) as Record<string, unknown>;
}

test('an error is logged without what hangs on it', () => {
  const error = Object.assign(new Error('lost'), { code: '57P01', client: { password: 'secret' } });
  const line = logged((log) => log.warn({ err: error }, 'a connection was lost'));
  expect(line['err']).toEqual({ type: 'Error', message: 'lost', code: '57P01', stack: error.stack });
});

test('a request is logged without its query, which may name a person', () => {
  const req = { method: 'GET', url: '/api/leads?search=ada@example.com', ip: '127.0.0.1' };
  expect(logged((log) => log.info({ req }, 'incoming'))['req']).toEqual({
    method: 'GET',
    path: '/api/leads',
    address: '127.0.0.1',
  });
});
