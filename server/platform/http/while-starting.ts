import { createServer } from 'node:http';
import { healthz } from '#contract/health.ts';

const RETRY_SECONDS = '5';
/** Loads itself again. */
const PAGE = `<!doctype html><html lang="en"><meta http-equiv="refresh" content="${RETRY_SECONDS}"><title>Lead Manager</title><p>`;

/** Answers for a server that is starting. */
export interface Starting {
  say(doing: string): void;
  /** Leaves the address to the server. */
  close(): Promise<void>;
}

/**
 * Answers /healthz with what the start is doing, and everything else with 503.
 * @throws the error of `listen`
 */
export async function answerWhileStarting(
  { host, port }: { host: string; port: number },
  version: string,
): Promise<Starting> {
  let doing = 'starting';
  const server = createServer((request, response) => {
    const isAlive = request.url === healthz.path;
    const message = `The server is starting: ${doing}. Try again in a moment`;
    const isPage = !isAlive && request.headers.accept?.includes('text/html') === true;
    const body = JSON.stringify(isAlive ? { status: 'starting', version, doing } : { message });
    response.writeHead(isAlive ? 200 : 503, {
      'content-type': `${isPage ? 'text/html' : 'application/json'}; charset=utf-8`,
      'cache-control': 'no-store',
      connection: 'close',
      ...(!isAlive && { 'retry-after': RETRY_SECONDS }),
    });
    response.end(request.method === 'HEAD' ? undefined : isPage ? `${PAGE}${message}` : body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return {
    say: (now) => {
      doing = now;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
