/** The id is a SHA-1 in hex. */
const CERTIFICATE_URL = /^https:\/\/cert\.trustedform\.com\/([0-9a-f]{40})\/?(?:\?\S*)?$/i;

/** Returns the id of a TrustedForm certificate, null for anything but its URL. */
export function trustedFormId(certificate: string): string | null {
  return CERTIFICATE_URL.exec(certificate)?.[1]?.toLowerCase() ?? null;
}
