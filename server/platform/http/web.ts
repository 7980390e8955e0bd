import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { nothingAtUrl } from '../errors.ts';
import { sendHttpError } from './error-answers.ts';

/** Folder of the built web application. */
export const WEB_ROOT = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/** Serves the web application in `root`, if it is built: files by name, and index.html for every path of a screen. */
export async function serveWeb(app: FastifyInstance, root: string): Promise<void> {
  const built = existsSync(root);
  if (built) {
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      cacheControl: false,
      // The files are small: a Range header is ignored.
      acceptRanges: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        // Names under assets/ contain a hash of the content; browsers revalidate everything else.
        const kept = path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
        reply.header('cache-control', kept);
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (built && isScreen(request)) return reply.header('cache-control', 'no-cache').sendFile('index.html');
    return sendHttpError(request, reply, nothingAtUrl());
  });
}

/** Returns whether a request is for a page, not for the API or a file. */
function isScreen(request: FastifyRequest): boolean {
  // The router has refused paths that can't be decoded.
  const path = decodeURIComponent(request.url.split('?')[0] ?? '/');
  const first = path.split('/')[1]?.toLowerCase();
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return reads && first !== 'api' && !path.startsWith('//') && !path.includes('.');
}
