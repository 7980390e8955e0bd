import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.ts';
import { sendRefusal } from './error-answers.ts';

const ROOT = fileURLToPath(new URL('../../web/dist/', import.meta.url));

/** Serves the built screens: files by their names, and the one page for every path that is a screen's. */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  const built = existsSync(ROOT);
  if (built) {
    await app.register(fastifyStatic, {
      root: ROOT,
      wildcard: false,
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Names under assets/ carry a hash of the content; the page and the rest are asked for again.
        const kept = path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
        reply.header('cache-control', kept);
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const isScreen = request.method === 'GET' && !pathname.startsWith('/api/') && !pathname.includes('.');
    if (built && isScreen) return reply.header('cache-control', 'no-cache').sendFile('index.html');
    return sendRefusal(request, reply, new Refusal('not_found', 'There is nothing here'));
  });
}
