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

test('an error of the database is logged without the value that it quotes', () => {
  const message = 'invalid input syntax for type date: "ada@example.com"';
  const error = Object.assign(new Error(message), { code: '22007' });
  const line = logged((log) => log.error({ err: error }, 'request failed'));
  expect(line['err']).toMatchObject({ message: 'PostgreSQL refused a value', code: '22007' });
  expect(JSON.stringify(line)).not.toContain('ada@');
  expect(JSON.stringify(line)).toContain('log.test.ts');
});

test('a request is logged without its query, which may name a person', () => {
  const req = { method: 'GET', url: '/api/leads?search=ada@example.com', ip: '127.0.0.1' };
  expect(logged((log) => log.info({ req }, 'incoming'))['req']).toEqual({
    method: 'GET',
    path: '/api/leads',
    address: '127.0.0.1',
  });
});
