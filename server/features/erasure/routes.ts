import type { FastifyInstance } from 'fastify';
import {
  getCertificate,
  getErasure,
  getPerson,
  listErasures,
  type PersonNamed,
  previewErasure,
  startErasure,
} from '#contract/erasures.ts';
import { hintOf, type Person } from '../../lead/persons/person.ts';
import { type AuditEntry, writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import { HttpError } from '../../platform/errors.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { type Caller, serve, serveRaw } from '../../platform/http/bind.ts';
import { certificateOf, subjectHash } from './certificate.ts';
import { foundPlaces } from './counts.ts';
import { createErasure, findErasure, listedErasures, shownErasure } from './erasure-writes.ts';
import { findPerson } from './find-person.ts';
import { PERSON_POLICY, personPage } from './person-page.ts';
import { countRecords, personRecords } from './person-record.ts';

export function erasureRoutes(app: FastifyInstance, context: Context): void {
  const hashOf = (organizationId: string, named: PersonNamed, person: Person): Buffer =>
    subjectHash(context.secretKey(), organizationId, named, person);

  /** Finds everything about a person and audits it without personal data. */
  const lookUp = async (caller: Caller, named: PersonNamed, action: AuditEntry['action']) => {
    const { scope } = caller;
    const person = await scope.transaction((tx) => findPerson(tx, named));
    const places = await personRecords(context, scope, person);
    const counts = countRecords(places);
    await scope.transaction((tx) =>
      writeAudit(tx, {
        ...{ action, ...editorOf(caller) },
        details: { subject: hashOf(scope.organizationId, named, person).toString('hex'), ...counts },
      }),
    );
    return { person, places, counts };
  };

  serve(app, context, previewErasure, async ({ body }, caller) => {
    const { person, counts } = await lookUp(caller, body, 'preview_erasure');
    return { hint: hintOf(person), found: foundPlaces(counts) };
  });

  serve(app, context, startErasure, ({ body: { suppress, reason, ...named } }, caller) =>
    caller.scope.transaction(async (tx) => {
      const person = await findPerson(tx, named);
      const hash = hashOf(tx.organizationId, named, person);
      const editor = editorOf(caller);
      const id = await createErasure(tx, { person, subjectHash: hash, suppress, reason }, editor);
      await writeAudit(tx, {
        ...{ action: 'request_erasure', resource: id, ...editor },
        details: { subject: hash.toString('hex'), suppress },
      });
      return { id, status: 'waiting' as const };
    }),
  );

  serve(app, context, listErasures, (_input, { scope }) => scope.transaction(listedErasures));

  serve(app, context, getErasure, async ({ params: { id } }, { scope }) =>
    shownErasure(found(await scope.transaction((tx) => findErasure(tx, id)))),
  );

  serve(app, context, getCertificate, async ({ params: { id } }, { scope }) => {
    const erasure = found(await scope.transaction((tx) => findErasure(tx, id)));
    return certificateOf(context.secretKey(), scope.organizationId, erasure);
  });

  serveRaw(app, context, getPerson, async (caller, { query: { format, ...named } }) => {
    const { person, places } = await lookUp(caller, named, 'view_person');
    if (places.length === 0) throw new HttpError('not_found', 'No data about this person');
    const { emails, phones } = person;
    const record = { emails, phones, places };
    if (format === 'json') return void caller.reply.send(record);
    caller.reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': PERSON_POLICY })
      .send(personPage(record));
  });
}

function found<T>(erasure: T | null): T {
  if (erasure === null) throw new HttpError('not_found', 'Erasure not found');
  return erasure;
}
