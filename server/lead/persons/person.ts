/** A person with everything that names them. */
export interface Person {
  leadIds: string[];
  /** An email or a valid phone identifies a person: those of the leads, and the one that was asked for. */
  emails: string[];
  /** E.164. */
  phones: string[];
  /** Emails and phones that the leads had before, and phones as typed. */
  formerEmails: string[];
  formerPhones: string[];
  /** Words of each name; the full name is their sequence. */
  names: string[][];
}

export function nobody(): Person {
  return { leadIds: [], emails: [], phones: [], formerEmails: [], formerPhones: [], names: [] };
}

/** Returns what either of two persons has. */
export function unitePersons(a: Person, b: Person): Person {
  const united = <T>(some: readonly T[], others: readonly T[]): T[] => {
    const known = new Map([...some, ...others].map((one) => [JSON.stringify(one), one]));
    return [...known.values()];
  };
  return {
    leadIds: united(a.leadIds, b.leadIds),
    emails: united(a.emails, b.emails),
    phones: united(a.phones, b.phones),
    formerEmails: united(a.formerEmails, b.formerEmails),
    formerPhones: united(a.formerPhones, b.formerPhones),
    names: united(a.names, b.names),
  };
}

/** Masks an email as `j…@example.com` and a phone as `+49…81`. */
export function hintOf({ emails, phones }: Pick<Person, 'emails' | 'phones'>): string {
  const [email, phone] = [emails[0], phones[0]];
  if (email !== undefined) {
    const at = email.lastIndexOf('@');
    return `${[...email][0] ?? ''}…${email.slice(at)}`;
  }
  return phone === undefined ? '' : `${phone.slice(0, 3)}…${phone.slice(-2)}`;
}
