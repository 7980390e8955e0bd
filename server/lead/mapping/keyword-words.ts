import type { ImportField } from '#contract/lead-fields.ts';
import { fieldNames } from './field-names.ts';

/** Around a keyword; separated by blanks. */
type WordsByField = Partial<Record<ImportField['key'], string>>;

/** May follow a keyword, as the last noun says what a name is: a `Country Manager` is no country. Keywords of the same field may too. */
const AFTER: WordsByField = {
  email: 'address addresses addr id login full c',
  phone: 'number numbers c e full no nr num cell landline whatsapp telegram viber sms',
  carrier: 'name',
  country: 'code name iso region territory',
  city: 'name town village locality',
  address: 'line lines road name',
  postcode: 'code number',
  ip: 'v',
  brand: 'name',
  depositAmount: 'total usd eur gbp',
  depositDate: 'time',
  source: 'url name',
  card: 'type number brand',
  affiliate: 'id name code sub',
  landingPage: 'url link',
  brandAgent: 'name',
  hlr: 'status result response',
  whatsapp: 'status result',
  whatsappHlr: 'status result',
  tags: 'name names',
};

/** May follow any keyword: person, place, questions (`phone to reach you at`). */
const AFTER_ALL =
  'home work business office private personal other mobile primary main default preferred direct day daytime evening ' +
  'contact customer client lead person user member value text raw formatted original international local optional ' +
  'required to for at on in you us we your my the is can be reach best and or';

/** Before these words a keyword doesn't mean its field (`Wallet Address`). Two words joined by + must both be present. */
const BEFORE: WordsByField = {
  firstName: 'company phonetic yomi spouse mother father maiden owner',
  lastName: 'company phonetic yomi spouse mother father maiden owner',
  email: 'valid invalid has last next total no unsubscribed bounced accepts assistant asst',
  phone: 'valid invalid has i app device not last total fax car radio tty tdd pager telex assistant asst',
  carrier: 'email mail payment card lead data traffic shipping',
  country: 'birth phone+code tel+code mobile+code',
  city: 'birth',
  address:
    'web website site url wallet btc bitcoin crypto eth mac im jabber xmpp skype messenger server contract',
  postcode: 'apartado',
  ip: 'vo server',
  brand: 'device phone card car',
  source: 'open',
  card: 'business id identity sim gift report score',
  tags: 'mail email phone address website relation event field im meta title hash price tax',
  whatsapp: 'number phone mobile no contact',
};

/** Another person, a second value or a guess: such a column yields to a plain one (`Company Phone` to `Mobile`). */
const DOUBTFUL =
  'company business work office home employer organization organisation account billing shipping mailing alt alternate ' +
  'alternative secondary second additional other backup old previous agent manager spouse partner parent referrer ' +
  'referral owner emergency affiliate card bank ip phone whatsapp sub number code';

const split = (list: string) => list.split(' ');
const SHARED_AFTER = split(AFTER_ALL);
const SECOND_CHOICE: ReadonlySet<string> = new Set(split(DOUBTFUL));

/** Words next to a field's keywords, as lists. */
export interface KeywordSurroundings {
  after: ReadonlySet<string>;
  before: readonly (readonly string[])[];
}

export function keywordSurroundings(field: Pick<ImportField, 'key'>): KeywordSurroundings {
  const { key } = field;
  const { keywords } = fieldNames(field);
  return {
    after: new Set([...SHARED_AFTER, ...split(AFTER[key] ?? ''), ...keywords.flatMap(split)]),
    before: split(BEFORE[key] ?? '').map((entry) => entry.split('+')),
  };
}

/** The field's own keywords don't count. */
export function doubtsIn(words: readonly string[], field: ImportField): number {
  const own = new Set<string>(fieldNames(field).keywords);
  return words.filter((word) => SECOND_CHOICE.has(word) && !own.has(word)).length;
}
