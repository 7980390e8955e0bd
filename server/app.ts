import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { auditRoutes } from './features/audit/routes.ts';
import { consentRoutes } from './features/consents/routes.ts';
import { customFieldRoutes } from './features/custom-fields/routes.ts';
import { customerRoutes } from './features/customers/routes.ts';
import { outcomeFigureRoutes } from './features/dashboard/outcome-routes.ts';
import { dashboardRoutes } from './features/dashboard/routes.ts';
import { demoDataRoutes } from './features/demo-data/routes.ts';
import { duplicateRoutes } from './features/duplicates/routes.ts';
import { erasureRoutes } from './features/erasure/routes.ts';
import { exportRoutes } from './features/exports/routes.ts';
import { importCheckRoutes } from './features/imports/check-routes.ts';
import { importDraftRoutes } from './features/imports/drafts/routes.ts';
import { gridListRoutes } from './features/imports/grid/list-routes.ts';
import { gridRoutes } from './features/imports/grid/routes.ts';
import { importHistoryRoutes } from './features/imports/history-routes.ts';
import { importQueueRoutes } from './features/imports/queue/queue-routes.ts';
import { importRoutes } from './features/imports/routes.ts';
import { importTemplateRoutes } from './features/imports/templates/routes.ts';
import { uploadRoutes } from './features/imports/uploads/routes.ts';
import { importValueRoutes } from './features/imports/values/routes.ts';
import { ipWhitelistRoutes } from './features/ip-whitelist/routes.ts';
import { leadEditRoutes } from './features/lead-edit/routes.ts';
import { leadRoutes } from './features/lead-list/routes.ts';
import { leadStatusRoutes } from './features/lead-statuses/routes.ts';
import { eventRoutes } from './features/live-updates/routes.ts';
import { metricsRoutes } from './features/metrics/routes.ts';
import { operationRoutes } from './features/operations/routes.ts';
import { orderDeliveryRoutes } from './features/order-deliveries/routes.ts';
import { orderRoutes } from './features/orders/routes.ts';
import { organizationRoutes } from './features/organizations/routes.ts';
import { outcomeRoutes } from './features/outcomes/routes.ts';
import { publicApiRoutes } from './features/public-api/routes.ts';
import { retentionRoutes } from './features/retention/routes.ts';
import { saleRoutes } from './features/sales/routes.ts';
import { viewRoutes } from './features/saved-views/routes.ts';
import { sessionRoutes } from './features/sessions/routes.ts';
import { suppressionRoutes } from './features/suppressions/routes.ts';
import { tokenRoutes } from './features/tokens/routes.ts';
import { twoFactorRoutes } from './features/two-factor/routes.ts';
import { userRoutes } from './features/users/routes.ts';
import type { Context } from './platform/context/context.ts';
import { healthRoutes } from './platform/health/routes.ts';
import { guardAccess } from './platform/http/access.ts';
import { readJsonCleanly, readQuery } from './platform/http/clean-input.ts';
import { DOWNLOAD_LIMITS, type DownloadLimits, Downloads } from './platform/http/downloads.ts';
import { answerErrors, sendHttpError, toHttpError } from './platform/http/error-answers.ts';
import { secureHeaders, securityHeaders } from './platform/http/headers.ts';
import { BODY_PACE, cutTricklingBodies, type PaceLimits } from './platform/http/pace.ts';
import { answerUnreadable, refuseBareRequests } from './platform/http/unreadable.ts';
import { serveWeb, WEB_ROOT } from './platform/http/web.ts';
import { measureAnswers } from './platform/metrics/metrics.ts';

/** Maximum bytes of a JSON body. */
const JSON_BYTES = 1024 * 1024;

/** Limits of what clients send and take. */
export interface TransferLimits {
  bodies: PaceLimits;
  downloads: DownloadLimits;
}

/** Limits of what clients send and take, and the folder of the built web application. */
interface AppOptions {
  limits?: TransferLimits | undefined;
  webRoot?: string | undefined;
}

const TRANSFER_LIMITS: TransferLimits = { bodies: BODY_PACE, downloads: DOWNLOAD_LIMITS };

/** Builds the HTTP server: hooks for every request, then the routes, then the web application. */
export async function buildApp(
  context: Context,
  { limits = TRANSFER_LIMITS, webRoot = WEB_ROOT }: AppOptions = {},
): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: context.log as FastifyBaseLogger,
    bodyLimit: JSON_BYTES,
    // Trusts only the named proxies; without any, the client address is that of the socket.
    trustProxy: context.config.trustProxy.length > 0 ? context.config.trustProxy : false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    routerOptions: { querystringParser: readQuery },
    forceCloseConnections: true,
    // The framework's and Node's own errors have another shape than the contract's.
    return503OnClosing: false,
    http: { requireHostHeader: false },
    clientErrorHandler: answerUnreadable,
    // No hook runs for an unroutable path.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id).headers(securityHeaders());
      sendHttpError(request, reply, toHttpError(error));
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  cutTricklingBodies(app, limits.bodies);
  readJsonCleanly(app);
  // Its hook sets the cookies that the next one may take back.
  await app.register(cookie);
  secureHeaders(app);
  measureAnswers(app, context.metrics);
  refuseBareRequests(app);
  await app.register(multipart);
  answerErrors(app);
  guardAccess(app, context);
  const downloads = new Downloads(limits.downloads, context.notices.locks);
  app.addHook('preClose', async () => downloads.close());

  healthRoutes(app, context);
  metricsRoutes(app, context);
  userRoutes(app, context);
  sessionRoutes(app, context);
  organizationRoutes(app, context);
  twoFactorRoutes(app, context);
  ipWhitelistRoutes(app, context);
  uploadRoutes(app, context);
  importRoutes(app, context);
  importDraftRoutes(app, context);
  importCheckRoutes(app, context);
  importValueRoutes(app, context);
  importTemplateRoutes(app, context);
  gridRoutes(app, context);
  gridListRoutes(app, context);
  importHistoryRoutes(app, context, downloads);
  importQueueRoutes(app, context);
  leadRoutes(app, context);
  leadEditRoutes(app, context);
  consentRoutes(app, context);
  operationRoutes(app, context, downloads);
  saleRoutes(app, context);
  customerRoutes(app, context, downloads);
  viewRoutes(app, context);
  customFieldRoutes(app, context);
  leadStatusRoutes(app, context);
  duplicateRoutes(app, context);
  suppressionRoutes(app, context);
  erasureRoutes(app, context);
  orderRoutes(app, context);
  orderDeliveryRoutes(app, context);
  outcomeRoutes(app, context);
  outcomeFigureRoutes(app, context, downloads);
  retentionRoutes(app, context);
  exportRoutes(app, context, downloads);
  dashboardRoutes(app, context);
  demoDataRoutes(app, context);
  eventRoutes(app, context);
  auditRoutes(app, context, downloads);
  tokenRoutes(app, context);
  await publicApiRoutes(app, context);
  await serveWeb(app, webRoot);
  return app;
}
