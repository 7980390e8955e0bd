import { createHmac } from 'node:crypto';
import type { ErasureCertificate, PersonNamed } from '#contract/erasures.ts';
import type { Person } from '../../lead/persons/person.ts';
import { HttpError } from '../../platform/errors.ts';
import { deriveKey } from '../../platform/security/derived-key.ts';
import { foundPlaces } from './counts.ts';
import type { findErasure } from './erasure-writes.ts';

type Ended = NonNullable<Awaited<ReturnType<typeof findErasure>>>;

/** Returns the keyed hash of the email or phone that a person was asked for by; of a lead's, the first. */
export function subjectHash(
  secretKey: Buffer,
  organizationId: string,
  { email, phone }: PersonNamed,
  { emails, phones, formerPhones }: Person,
): Buffer {
  const asked = phone !== undefined && email === undefined ? phones : emails;
  const identity = [...asked, ...emails, ...phones, ...formerPhones][0] ?? '';
  return createHmac('sha256', deriveKey(secretKey, 'erasures'))
    .update(`${organizationId}\n${identity}`)
    .digest();
}

/**
 * Returns the signed certificate of an erasure, without personal data.
 * @throws HttpError conflict until the erasure has ended
 */
export function certificateOf(secretKey: Buffer, organizationId: string, erasure: Ended): ErasureCertificate {
  const { id, status, erasedAt } = erasure;
  if (status !== 'completed' || erasedAt === null) {
    throw new HttpError('conflict', "The erasure hasn't finished");
  }
  const certificate = {
    version: 1 as const,
    id,
    organizationId,
    subject: erasure.subjectHash.toString('hex'),
    places: foundPlaces(erasure.found),
    suppressed: erasure.suppress,
    requestedAt: erasure.createdAt.toISOString(),
    erasedAt: erasedAt.toISOString(),
    backups: erasure.backups,
  };
  const signed = createHmac('sha256', deriveKey(secretKey, 'erasures')).update(JSON.stringify(certificate));
  return { ...certificate, signature: signed.digest('hex') };
}
