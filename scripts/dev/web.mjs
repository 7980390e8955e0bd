import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { securityHeaders } from '../../server/platform/http/headers.ts';
import { CommandError, root } from '../project.mjs';
import { forward, refuse } from './forward.mjs';

/** Requests that the server answers; Vite answers all others. */
const OF_SERVER = /^\/(?:api\/|healthz|readyz|metrics)/;

/**
 * Returns the headers of production, so that a page that breaks its content security policy breaks in development too.
 * Only the scripts that Vite puts into the page are let in besides, by a nonce, and the worker of its client.
 */
function developmentHeaders(nonce) {
  const headers = securityHeaders();
  const policy = [
    headers['content-security-policy'],
    `script-src 'self' 'nonce-${nonce}'`,
    "worker-src 'self' blob:",
  ];
  return { ...headers, 'content-security-policy': policy.join(';') };
}

function forwardToServer(server) {
  return {
    name: 'forward-to-server',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!OF_SERVER.test(request.url)) return next();
        return server.address().then(
          (address) => forward(request, response, address),
          () => refuse(response, "The server isn't running; see its output"),
        );
      });
    },
  };
}

/**
 * Serves the web app with hot module replacement, and the server's answers, at one address.
 * @throws CommandError when it can't listen there
 */
export async function serveDevelopment(server, { host, port }) {
  const nonce = randomBytes(16).toString('base64');
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'web'),
    cacheDir: join(root, '.cache/vite'),
    logLevel: 'warn',
    html: { cspNonce: nonce },
    plugins: [forwardToServer(server)],
    server: {
      host,
      port,
      strictPort: true,
      // The server's answers are for its own pages alone, as in production.
      cors: false,
      headers: developmentHeaders(nonce),
      // Nothing else of the project: its folder may hold the data folder.
      fs: { allow: ['web', 'contract', 'node_modules'].map((name) => realpathSync(join(root, name))) },
    },
  });
  try {
    await vite.listen();
  } catch (error) {
    await vite.close();
    throw new CommandError(`Can't listen on ${host}:${port}: ${error.message}`);
  }
  return vite;
}
