import type { Lead } from '#contract/leads.ts';

/** Returns a lead's name with the email or phone. */
export function leadLabel({ firstName, lastName, email, phone }: Lead): string {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return [name, email ?? phone].filter(Boolean).join(', ') || 'Lead without a name';
}
