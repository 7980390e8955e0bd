import type { FastifyInstance } from 'fastify';
import {
  createToken as createTokenCall,
  listTokens,
  revokeToken as revokeTokenCall,
} from '#contract/tokens.ts';
import { firstSpelling } from '../../lead/sales/customer-number-writes.ts';
import { findTokens, insertToken, markRevoked } from '../../platform/accounts/token-writes.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import { HttpError } from '../../platform/errors.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { serve } from '../../platform/http/bind.ts';
import { newApiToken } from '../../platform/security/api-tokens.ts';

/** Only creation shows the full token. */
export function tokenRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listTokens, (_input, { scope }) => scope.transaction(findTokens));

  serve(
    app,
    context,
    createTokenCall,
    ({ body: { name, scopes, expiresAt, customerNumber: given } }, caller) => {
      if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) {
        throw new HttpError('invalid_input', 'The expiry must be in the future', { field: 'expiresAt' });
      }
      const { token: fullToken, shown, hash } = newApiToken();
      const editor = editorOf(caller);
      return caller.scope.transaction(async (tx) => {
        const { actor } = editor;
        const customerNumber = given == null ? null : await firstSpelling(tx, given);
        const token = await insertToken(tx, { name, scopes, customerNumber, expiresAt, shown, hash, actor });
        const details = { scopes, expiresAt, ...(customerNumber !== null && { customerNumber }) };
        await writeAudit(tx, { action: 'create_token', ...editor, resource: name, details });
        return { ...token, fullToken };
      });
    },
  );

  serve(app, context, revokeTokenCall, ({ params: { id } }, caller) =>
    caller.scope.transaction(async (tx) => {
      const name = await markRevoked(tx, id);
      if (name === null) throw new HttpError('not_found', 'Token not found. It may have been revoked.');
      await writeAudit(tx, { action: 'revoke_token', ...editorOf(caller), resource: name });
      return { message: 'The token was revoked' };
    }),
  );
}
