import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { auditRoutes } from './audit/routes.ts';
import { bulkRoutes } from './bulk/routes.ts';
import type { Context } from './context.ts';
import { customFieldRoutes } from './custom-fields/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { duplicateRoutes } from './duplicates/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { exportRoutes } from './exports/routes.ts';
import { healthRoutes } from './health/routes.ts';
import { guardAccess } from './http/access.ts';
import { readJsonCleanly, readQuery } from './http/clean-input.ts';
import { answerErrors, sendRefusal, toRefusal } from './http/error-answers.ts';
import { secureBareAnswer, secureHeaders } from './http/headers.ts';
import { serveWeb } from './http/web.ts';
import { importCheckRoutes } from './imports/check-routes.ts';
import { importHistoryRoutes } from './imports/history-routes.ts';
import { importRoutes } from './imports/routes.ts';
import { ipWhitelistRoutes } from './ip-whitelist/routes.ts';
import { leadEditRoutes } from './lead-edits/routes.ts';
import { leadRoutes } from './leads/routes.ts';
import { listRoutes } from './lists/routes.ts';
import { organizationRoutes } from './organizations/routes.ts';
import { phoneFixRoutes } from './phone-fixes/routes.ts';
import { publicApiRoutes } from './public-api/routes.ts';
import { saleRoutes } from './sales/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { tokenRoutes } from './tokens/routes.ts';
import { twoFactorRoutes } from './two-factor/routes.ts';
import { uploadRoutes } from './uploads/routes.ts';
import { userRoutes } from './users/routes.ts';
import { viewRoutes } from './views/routes.ts';

/** JSON bodies above this are refused (bytes). */
const JSON_BYTES = 1024 * 1024;

/** Builds the HTTP server: what every request passes first, then the routes, then the screens. */
export async function buildApp(context: Context): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: context.log as FastifyBaseLogger,
    bodyLimit: JSON_BYTES,
    // Only the proxies that are named are believed; without any the address is the socket's.
    trustProxy: context.config.trustProxy.length > 0 ? context.config.trustProxy : false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    routerOptions: { querystringParser: readQuery },
    forceCloseConnections: true,
    // A path that cannot even be routed: no hook runs for it.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      secureBareAnswer(reply);
      sendRefusal(request, reply, toRefusal(error));
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  readJsonCleanly(app);
  secureHeaders(app);
  await app.register(cookie);
  await app.register(multipart);
  answerErrors(app);
  guardAccess(app, context);

  healthRoutes(app, context);
  userRoutes(app, context);
  sessionRoutes(app, context);
  organizationRoutes(app, context);
  twoFactorRoutes(app, context);
  ipWhitelistRoutes(app, context);
  uploadRoutes(app, context);
  importRoutes(app, context);
  importCheckRoutes(app, context);
  importHistoryRoutes(app, context);
  leadRoutes(app, context);
  leadEditRoutes(app, context);
  bulkRoutes(app, context);
  listRoutes(app, context);
  phoneFixRoutes(app, context);
  saleRoutes(app, context);
  viewRoutes(app, context);
  customFieldRoutes(app, context);
  duplicateRoutes(app, context);
  exportRoutes(app, context);
  dashboardRoutes(app, context);
  eventRoutes(app, context);
  auditRoutes(app, context);
  tokenRoutes(app, context);
  await publicApiRoutes(app, context);
  await serveWeb(app);
  return app;
}
