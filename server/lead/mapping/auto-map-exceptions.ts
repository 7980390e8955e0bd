const ABOUT_THE_VALUE = [
  ...[
    'type',
    'status',
    'valid',
    'invalid',
    'validated',
    'validation',
    'verified',
    'verification',
    'confirmed',
  ],
  ...[
    'consent',
    'opt',
    'optin',
    'optout',
    'subscribed',
    'unsubscribed',
    'bounced',
    'opened',
    'sent',
    'count',
  ],
  ...['hash', 'md', 'md5', 'sha', 'sha256', 'domain', 'date', 'time', 'timestamp', 'score'],
];

/**
 * Words beside which a keyword doesn't mean its field: a `Phone Type` is no phone, a `Wallet Address` no
 * address, `Page Views` no landing page. Keyed by target; an entry of two words applies if both are present.
 * Such a column stays unmapped, or maps to another field whose keyword it has.
 */
export const NOT_BESIDE: Readonly<Record<string, readonly string[]>> = {
  firstName: ['company'],
  lastName: ['company'],
  email: [...ABOUT_THE_VALUE, 'provider'],
  phone: [
    ...ABOUT_THE_VALUE,
    'i',
    'is',
    'has',
    'code',
    'prefix',
    'hlr',
    'fax',
    'app',
    'device',
    'model',
    'os',
  ],
  carrier: ['email', 'mail', 'payment', 'card', 'lead', 'data', 'traffic'],
  country: ['dial', 'dialing', 'dialling', 'calling', 'prefix', 'phone code', 'tel code', 'mobile code'],
  address: ['web', 'website', 'site', 'url', 'wallet', 'btc', 'bitcoin', 'crypto', 'mac', 'type'],
  ip: ['vo', 'location', 'type', 'isp', 'score', 'valid'],
  landingPage: ['views', 'view', 'count', 'number', 'size', 'visits', 'time'],
  depositAmount: ['currency', 'count', 'date'],
  whatsapp: ['number', 'phone', 'mobile', 'no', 'contact'],
};

/**
 * Words that indicate another person, a second value or a guess. Such a column is mapped only if no plain
 * column claims the field: `Company Phone` yields to `Mobile`, `IP Country` to `Country Name`.
 */
export const SECOND_CHOICE: ReadonlySet<string> = new Set([
  ...['company', 'business', 'work', 'office', 'home', 'employer', 'billing', 'shipping'],
  ...[
    'alt',
    'alternate',
    'alternative',
    'secondary',
    'second',
    'additional',
    'other',
    'backup',
    'old',
    'previous',
  ],
  ...['agent', 'manager', 'spouse', 'partner', 'parent', 'referrer', 'referral', 'owner', 'emergency'],
  ...['affiliate', 'card', 'bank', 'ip', 'phone', 'whatsapp', 'sub', 'number', 'code'],
]);
