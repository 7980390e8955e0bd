import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';

const HTTPS_SECONDS = 31_536_000;

/** The headers of an answer that no hook runs for: one to a path that can't even be routed. */
export function secureBareAnswer(reply: FastifyReply): void {
  reply.headers({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'same-origin',
    'strict-transport-security': `max-age=${HTTPS_SECONDS}`,
    'x-content-type-options': 'nosniff',
  });
}

/** Headers that tell browsers what our pages may do: nothing from elsewhere, no inline scripts, no frames. */
export async function secureHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Menus and dialogs lock the page behind them with a style element of their own.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    // Sent over plain http it is ignored, over https it keeps browsers there.
    strictTransportSecurity: { maxAge: HTTPS_SECONDS, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/'))
      reply.header('cache-control', reply.getHeader('cache-control') ?? 'no-store');
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  });
}
