import type { FastifyInstance } from 'fastify';
import { CONSENT_CHANNELS } from '#contract/consent-fields.ts';
import { getConsentRules, listConsents, recordConsent, setConsentRules } from '#contract/consents.ts';
import { getTrustedForm, setTrustedForm, verifyConsent } from '#contract/trusted-form.ts';
import { requiredConsents } from '../../lead/conditions/required-consent-reads.ts';
import { consentsOf } from '../../lead/consents/consent-reads.ts';
import { hasLead, leadNotFound } from '../../lead/edits/reads.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import { notifyChanges } from '../../platform/events/notices.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { serve } from '../../platform/http/bind.ts';
import { recordConsentChange } from './record-consent.ts';
import { writeRequiredConsents } from './rule-writes.ts';
import { changeTrustedForm } from './trusted-form.ts';
import { shownTrustedForm, storedTrustedForm } from './trusted-form-writes.ts';
import { verifyCertificate } from './verify-consent.ts';

/** Registers the routes for a lead's consents and their certificates, and for the channels that require them. */
export function consentRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listConsents, ({ params: { id } }, { scope }) =>
    scope.transaction(async (tx) => {
      if (!(await hasLead(tx, id))) throw leadNotFound();
      return consentsOf(tx, id);
    }),
  );

  serve(app, context, recordConsent, ({ params: { id }, body }, caller) =>
    caller.scope.transaction((tx) => recordConsentChange(tx, id, body, editorOf(caller))),
  );

  serve(app, context, verifyConsent, ({ params }, caller) => verifyCertificate(context, caller, params));

  serve(app, context, getTrustedForm, (_input, { scope }) =>
    scope.transaction(async (tx) => shownTrustedForm(await storedTrustedForm(tx))),
  );

  serve(app, context, setTrustedForm, ({ body }, caller) =>
    caller.scope.transaction((tx) => changeTrustedForm(tx, body, editorOf(caller))),
  );

  serve(app, context, getConsentRules, (_input, { scope }) =>
    scope.transaction(async (tx) => ({ required: await requiredConsents(tx) })),
  );

  serve(app, context, setConsentRules, ({ body }, caller) =>
    caller.scope.transaction(async (tx) => {
      const required = CONSENT_CHANNELS.filter((channel) => body.required.includes(channel));
      const before = await requiredConsents(tx);
      await writeRequiredConsents(tx, required);
      if (before.join() !== required.join()) {
        const details = { required: required.join(', ') };
        await writeAudit(tx, { action: 'update_consent_rules', ...editorOf(caller), details });
        await notifyChanges(tx, { type: 'fields' });
      }
      return { required };
    }),
  );
}
