import { expect, test } from 'vitest';
import { autoMap } from './auto-map.ts';

// Columns of documented exports, one a line: what stands behind the arrow is the field that the column feeds, and
// `name` the column of full names; a column without an arrow feeds nothing.

const EXPORTS: Record<string, string> = {
  'Salesforce leads': `
    Lead ID | Salutation | First Name > firstName | Last Name > lastName | Title | Company / Account | Email > email
    Phone > phone | Mobile | Fax | Street > address | City > city | State/Province | Zip/Postal Code > postcode
    Country > country | Lead Source > source | Lead Status > status | Rating | Lead Owner | Annual Revenue
    No. of Employees | Industry | Email Opt Out | Do Not Call | Email Bounced Reason | Last Activity`,
  'Salesforce contacts by API name': `
    Id | AccountId | LastName > lastName | FirstName > firstName | Name | MailingStreet > address | MailingCity > city
    MailingState | MailingPostalCode > postcode | MailingCountry > country | Phone > phone | Fax | MobilePhone
    HomePhone | OtherPhone | AssistantPhone | Email > email | Title | LeadSource > source | Birthdate | OwnerId
    HasOptedOutOfEmail | LastModifiedDate | EmailBouncedDate | PhotoUrl | IsEmailBounced`,
  'HubSpot contacts': `
    Record ID | First Name > firstName | Last Name > lastName | Email > email | Phone Number > phone | Mobile Phone Number
    Contact owner | Lead Status > status | Lifecycle Stage | Create Date | Associated Company | Street Address > address
    City > city | State/Region | Postal Code > postcode | Country/Region > country | Original Source > source
    Original Source Drill-Down 1 | Email Domain | Marketing contact status | First Page Seen | Last Page Seen
    Number of Pageviews | IP City | IP Country | IP Country Code | IP Timezone | Invalid email address
    Unsubscribed from all email | Website URL | Company Name | Job Title | Time Zone | Emails Opened`,
  'Zoho leads': `
    Record Id | Lead Owner.id | Lead Owner | Company | First Name > firstName | Last Name > lastName | Title
    Email > email | Phone > phone | Fax | Mobile | Website | Lead Source > source | Lead Status > status | Skype ID
    Secondary Email | Street > address | City > city | State | Zip Code > postcode | Country > country | Email Opt Out
    Tag > tags | Referrer | First Page Visited | Number Of Chats | Visitor Score | Unsubscribed Time`,
  'Pipedrive people': `
    Person - Name > name | Person - Organization | Person - Email - Work > email | Person - Email - Home
    Person - Phone - Work | Person - Phone - Mobile > phone | Person - Owner | Person - Label > tags
    Person - Postal address > address | Person - Country of Postal address > country
    Person - City/town/village/locality of Postal address > city | Person - ZIP/Postal code of Postal address > postcode
    Person - House number of Postal address | Person - State/county of Postal address | Person - Open deals
    Person - Next activity date | Person - Visible to | Person - Instant messenger | Person - ID`,
  'Outlook contacts': `
    First Name > firstName | Middle Name | Last Name > lastName | Title | Suffix | Nickname | Given Yomi | Surname Yomi
    E-mail Address > email | E-mail 2 Address | E-mail 3 Address | Home Phone | Home Phone 2 | Business Phone
    Mobile Phone > phone | Car Phone | Other Phone | Primary Phone | Pager | Business Fax | Company Main Phone | Callback
    Radio Phone | Telex | TTY/TDD Phone | IMAddress | Job Title | Department | Company | Office Location
    Manager's Name | Assistant's Name | Assistant's Phone | Business Street > address | Business City > city
    Business State | Business Postal Code > postcode | Business Country/Region > country | Home Street | Home City
    Home Postal Code | Home Country/Region | Personal Web Page | Spouse | Schools | Hobby | Location | Web Page
    Birthday | Anniversary | Notes | Business Address PO Box | E-mail Type | E-mail Display Name`,
  'Google contacts': `
    First Name > firstName | Middle Name | Last Name > lastName | Phonetic First Name | Phonetic Last Name | Name Prefix
    Name Suffix | Nickname | File As | Organization Name | Organization Title | Birthday | Notes | Photo | Labels > tags
    E-mail 1 - Label | E-mail 1 - Value > email | E-mail 2 - Label | E-mail 2 - Value | Phone 1 - Label
    Phone 1 - Value > phone | Phone 2 - Label | Phone 2 - Value | Address 1 - Label | Address 1 - Formatted > address
    Address 1 - Street | Address 1 - City > city | Address 1 - PO Box | Address 1 - Region
    Address 1 - Postal Code > postcode | Address 1 - Country > country | Address 1 - Extended Address
    Website 1 - Label | Website 1 - Value | Relation 1 - Label | Event 1 - Label | Custom Field 1 - Label`,
  'Google contacts, as exported earlier': `
    Name | Given Name > firstName | Additional Name | Family Name > lastName | Yomi Name | Given Name Yomi
    Family Name Yomi | Group Membership | E-mail 1 - Type | E-mail 1 - Value > email | Phone 1 - Type
    Phone 1 - Value > phone | Address 1 - Type | Address 1 - Formatted > address | Organization 1 - Name`,
  'LinkedIn connections': `
    First Name > firstName | Last Name > lastName | URL | Email Address > email | Company | Position | Connected On`,
  'LinkedIn lead forms': `
    First name > firstName | Last name > lastName | Email address > email | Phone number > phone | City > city
    State/Province | Country/Region > country | Postal/Zip code > postcode | Job title | Company name | Campaign name
    Form name | Creative | Submitted at | LinkedIn Profile Link | Work email | Lead type`,
  'Facebook Lead Ads': `
    created_time | ad_id | ad_name | adset_name | campaign_name | form_id | form_name | is_organic | platform
    what_is_your_budget? | full_name > name | phone_number > phone | email > email | city > city | post_code > postcode
    country > country | street_address > address | state | province | date_of_birth | marital_status | job_title
    company_name | work_email | work_phone_number | inbox_url | lead_status > status | page_id | page_name`,
  'Google Ads lead forms': `
    GCLID | Campaign ID | Form ID | Ad group ID | Asset group ID | Creative ID | Submission time | FULL_NAME > name
    User Email > email | User Phone > phone | Postal Code > postcode | Street Address > address | City > city | Region
    Country > country | Company Name | Job Title | Work Email | Is Test`,
  TikTok: `
    Created time | Ad ID | Ad name | Ad group name | Campaign name | Form name | Name > name | Email > email
    Phone number > phone | Country/Region > country | Province/State | City > city | ZIP/Post code > postcode
    Address > address | TikTok username | Advertiser ID`,
  'Shopify customers': `
    Customer ID | First Name > firstName | Last Name > lastName | Email > email | Accepts Email Marketing
    Default Address Company | Default Address Address1 > address | Default Address Address2 | Default Address City > city
    Default Address Province Code | Default Address Country Code > country | Default Address Zip > postcode
    Default Address Phone | Phone > phone | Accepts SMS Marketing | Total Spent | Total Orders | Note | Tax Exempt
    Tags > tags`,
  'WooCommerce orders': `
    Order Number | Order Status | Customer Note | First Name (Billing) > firstName | Last Name (Billing) > lastName
    Company (Billing) | Address 1&2 (Billing) > address | City (Billing) > city | State Code (Billing)
    Postcode (Billing) > postcode | Country Code (Billing) > country | Email (Billing) > email | Phone (Billing) > phone
    First Name (Shipping) | Address 1&2 (Shipping) | Payment Method Title | Cart Discount Amount | Order Total Amount
    Item Name | Coupon Code | SKU`,
  Mailchimp: `
    Email Address > email | First Name > firstName | Last Name > lastName | Address > address | Phone Number > phone
    Birthday | MEMBER_RATING | OPTIN_TIME | OPTIN_IP > ip | CONFIRM_TIME | CONFIRM_IP | LATITUDE | GMTOFF | TIMEZONE
    REGION | LAST_CHANGED | LEID | EUID | NOTES | TAGS > tags`,
  Brevo: `
    CONTACT ID | EMAIL > email | FIRSTNAME > firstName | LASTNAME > lastName | SMS > phone | LANDLINE_NUMBER | EXT_ID
    ADDED_TIME | MODIFIED_TIME | DOUBLE_OPT-IN | OPT_IN`,
  ActiveCampaign: `
    Contact ID | Email > email | First Name > firstName | Last Name > lastName | Phone > phone | Organization
    IP Address > ip | Date Created | Tags > tags | Score | Bounced Hard | Email Engagement`,
  'Bitrix24 leads': `
    ID | Salutation | First name > firstName | Second name | Last name > lastName | Date of birth | Address > address
    Street, house no. | Suite / Apartment | City > city | Region | State / Province | ZIP > postcode | Country > country
    Work Phone | Mobile > phone | Fax | Home Phone | Pager number | Work E-mail > email | Home E-mail | Company Name
    Position | Comment | Stage | Source > source | Source information | Responsible person | UTM Campaign`,
  'Odoo contacts': `
    External ID | Name > name | Company Name | Country > country | City > city | Street > address | Street2 | Zip > postcode
    State | Phone > phone | Mobile | Email > email | Tags > tags | Salesperson | Tax ID | Is a Company | Language`,
  'a trading platform': `
    Full Name > name | E-mail > email | Phone No > phone | Country Name > country | Town > city | Total Deposit > depositAmount
    FTD Date > depositDate | Sales Agent > agent | Country Manager | Company Page | Zip File | Affiliate Manager
    Retention Status | Account Type | Phone Type | Source Code | Landing Page > landingPage | Sign-up IP > ip
    Brand Ambassador | City Pass | Postal Strike | Email Body | Address Book | Card Holder | Proof of address
    Currency > currency | Net Deposits | Trading Account Currency`,
  'a trading platform in other words': `
    Client First Name > firstName | Client Surname > lastName | Best phone number to reach you > phone
    What is your email address? > email | Country of residence > country | Country of birth | Date of first deposit > depositDate
    Deposit Total (USD) > depositAmount | Assigned Agent > agent | Type of phone | Town/City > city | Page > landingPage`,
};

function parse(text: string): { columns: string[]; expected: Record<string, string>; named: string | null } {
  const cells = text
    .split(/[|\n]/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .map((cell) => cell.split(' > '));
  const fed = cells.flatMap(([column = '', target]) =>
    target === undefined ? [] : [[column, target] as const],
  );
  return {
    columns: cells.map(([column = '']) => column),
    expected: Object.fromEntries(fed.filter(([, target]) => target !== 'name')),
    named: fed.find(([, target]) => target === 'name')?.[0] ?? null,
  };
}

test.each(Object.entries(EXPORTS))('%s', (_export, text) => {
  const { columns, expected, named } = parse(text);
  expect(autoMap(columns, [])).toEqual({ mapping: expected, nameColumn: named });
});

const FALSE_FRIENDS = [
  ...[
    'IMAddress',
    'IM Address',
    'Company Page',
    'Facebook Page',
    'Home Page',
    'Page Name',
    'Page Title',
    'Page ID',
  ],
  ...[
    'Country Manager',
    'Regional Country Director',
    'Zip File',
    'Zip Archive',
    'Email Body',
    'Email Subject',
  ],
  ...[
    'Email Template',
    'Phone Bill',
    'Phone System',
    'Phone Model',
    'Card Holder',
    'Card Expiry',
    'City Pass',
  ],
  ...[
    'Address Book',
    'Address Type',
    'Contract Address',
    'ETH Address',
    'Source Code',
    'Brand Ambassador',
    'IP Rating',
  ],
  ...[
    'Tag Line',
    'Label Maker',
    'Meta Tag',
    'Price Label',
    'Tax Exempt Category',
    'Operator License',
    'Internet Provider URL',
    'Fax Number',
  ],
  ...[
    'Number of phones called',
    'Proof of address',
    'Type of card reader',
    'Company Name',
    'Account Name',
    'Name Day',
  ],
  ...[
    'Product Name',
    'File Name',
    'Landing Gear',
    'Affiliate Manager',
    'Status Date',
    'Customer ID',
    'Country Phone Code',
  ],
];

test('a keyword before another noun, or after a word that gives it another sense, means nothing', () => {
  expect(FALSE_FRIENDS.filter((column) => Object.keys(autoMap([column], []).mapping).length > 0)).toEqual([]);
  expect(FALSE_FRIENDS.filter((column) => autoMap([column], []).nameColumn !== null)).toEqual([]);
});
