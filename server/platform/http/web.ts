import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { nothingAtUrl } from '../errors.ts';
import { sendHttpError } from './error-answers.ts';

export const WEB_ROOT = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/** Serves the built web application, and index.html for screen paths. */
export async function serveWeb(app: FastifyInstance, root: string): Promise<void> {
  const built = existsSync(root);
  if (built) {
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      index: false,
      cacheControl: false,
      // Range headers are ignored for small files.
      acceptRanges: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        // Names under assets/ contain a content hash.
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

function isScreen(request: FastifyRequest): boolean {
  // The router has refused undecodable paths.
  const path = decodeURIComponent(request.url.split('?')[0] ?? '/');
  const first = path.split('/')[1]?.toLowerCase();
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return reads && first !== 'api' && !path.startsWith('//') && !path.includes('.');
}
