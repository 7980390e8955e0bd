import { documentedFile } from './documented-file.ts';

export const ENGLISH_CRM_FILES = [
  documentedFile(
    ['HubSpot', 'English', 'Export contacts; default contact properties'],
    `
    Record ID :: 51 | 52 | 53 | 54 | 55
    First Name > firstName :: Brian | Maria | Siobhán | Wei | Chidi
    Last Name > lastName :: Halligan (Sample) | Johnson | O'Connor | Zhang | Okafor
    Email > email :: bh@example.com | emailmaria@example.com | siobhan@example.ie | wei.zhang@example.sg | chidi@example.ng
    Phone Number > phone :: (415) 555-0132 => +14155550132 | +1 617-555-0187 => +16175550187 | 087 123 4567 => +353871234567 | 9123 4567 => +6591234567 | 0803 123 4567 => +2348031234567
    Mobile Phone Number
    Contact owner :: Sam Sales | Sam Sales | | |
    Lead Status > status :: New => new | In Progress | Open Deal | Connected | Attempted to contact
    Lifecycle Stage :: Lead | Customer | Lead | Lead | Subscriber
    Create Date :: 2024-03-05 08:12 | 2024-03-05 08:13 | 2024-03-06 10:00 | 2024-03-07 11:30 | 2024-03-08 09:15
    Associated Company :: HubSpot (example.com) | | | |
    Street Address > address :: 25 First Street, 2nd Floor | 1 Main St | 12 O'Connell St Upper | 1 Raffles Place | 3 Marina Rd
    City > city :: Cambridge | Boston | Dublin | Singapore | Lagos
    State/Region :: MA | MA | | |
    Postal Code > postcode :: 2141 => 02141 | 02108 | D01 F5P2 | 48616 => 048616 | 101241
    Country/Region > country :: United States | USA => United States | Ireland | Singapore | Nigeria
    Original Source > source :: Organic Search | Paid Social | Offline Sources | Direct Traffic | Referrals
    Original Source Drill-Down 1 :: Unknown keywords | | | |
    Marketing contact status :: Marketing contact | Non-marketing contact | | |
    IP City :: cambridge | boston | | |
    IP Country :: united states | united states | | |
    Unsubscribed from all email > boolean :: false => false | true => true | FALSE => false | | TRUE => true
    Website URL
    Job Title :: CEO | | | |`,
  ),
  documentedFile(
    ['Salesforce', 'English', 'Export a report of leads (details only)'],
    `
    Lead ID :: 00Q5e00000A1b2C | 00Q5e00000A1b2D | 00Q5e00000A1b2E | 00Q5e00000A1b2F | 00Q5e00000A1b2G
    Salutation :: Ms. | Mr. | | Dr. |
    First Name > firstName :: Phyllis | Jeff | Andrea | Bertha | Mike
    Last Name > lastName :: Cotton | Glimpse | Leone | Boxer | Braund
    Title :: CFO | SVP, Procurement | | Director of Vendor Relations |
    Company / Account :: Abbott Insurance | Jackson Controls | | Farmers Coop. of Florida |
    Email > email :: pcotton@example.net | jeffg@example.com | aleone@example.org | bertha@example.net | likeb@example.com
    Phone > phone :: (703) 757-1000 => +17037571000 | +886-2-2545-8000 => +886225458000 | 020 7946 0018 => +442079460018 | (850) 644-4200 => +18506444200 | 410.381.2334 => +14103812334
    Mobile
    Street > address :: 1 Main St\\nSuite 400 | 345 Tun-Hwa South Road | 10 Downing Street | 321 Westcott Building | 10320 Little Patuxent Pkwy
    City > city :: Arlington | Taipei | London | Tallahassee | Columbia
    State/Province :: VA | | | FL | MD
    Zip/Postal Code > postcode :: 22201 | 106 | SW1A 2AA | 32306 | 21044
    Country > country :: United States | Taiwan, Republic of China => Taiwan | UK => United Kingdom | US => United States | USA => United States
    Lead Source > source :: Web | Phone Inquiry | Partner Referral | Purchased List | Web
    Lead Status > status :: Open - Not Contacted | Working - Contacted | Closed - Converted | Closed - Not Converted | New => new
    Rating :: Hot | Warm | | Cold |
    Annual Revenue > number :: USD 900,000.00 => 900000 | 1,234,567.89 => 1234567.89 | | (500.00) => -500 | 10 => 10
    Lead Owner :: Admin User | Admin User | Admin User | Admin User | Admin User
    Email Opt Out > boolean :: 0 => false | 1 => true | 0 => false | 0 => false | 1 => true
    Last Activity > date :: 12/31/2023 => 2023-12-31 | 1/5/2024 => 2024-01-05 | | 3/4/2024 => 2024-03-04 | 11/02/2024 => 2024-11-02`,
    'xlsx',
  ),
  documentedFile(
    ['Pipedrive', 'English', 'Exporting data from Pipedrive: people'],
    `
    Person - Name > name :: Ivan Petrov => Ivan ~ Petrov | Ольга Иванова => Ольга ~ Иванова | Mr. Benjamin Leon => Benjamin ~ Leon | Ludwig van Beethoven => Ludwig ~ van Beethoven | 王小明 => 王小明 ~
    Person - Organization :: Roga i Kopyta | | | |
    Person - Email - Work > email :: ivan@example.ru | olga@example.ru | ben@example.com, ben.leon@example.org => ben@example.com | lvb@example.de | wang@example.cn
    Person - Email - Home
    Person - Phone - Work
    Person - Phone - Home
    Person - Phone - Mobile > phone :: +7 912 345-67-89 => +79123456789 | 8 495 765 43 21 => +74957654321 | 785-202-7824 => +17852027824 | 0228 123456 => +49228123456 | 138 0013 8000 => +8613800138000
    Person - Owner :: Me | Me | Me | Me | Me
    Person - Label > tags :: Hot lead | Hot lead, VIP | | Customer | Cold lead
    Person - Postal address > address :: Moscow, Tverskaya 1 | Москва | 8 Main St, Boston | Bonngasse 20 | 北京市
    Person - Country of Postal address > country :: Россия => Russia | RU => Russia | United States | Germany | 中国 => China
    Person - City/town/village/locality of Postal address > city :: Moscow | Москва | Boston | Bonn | 北京
    Person - ZIP/Postal code of Postal address > postcode :: 125009 | 101000 | 02108 | 53111 | 100000
    Person - Open deals :: 1 | 0 | 2 | 0 | 0
    Person - Next activity date
    Person - Visible to :: Item owner | Item owner | | |
    Person - ID :: 1 | 2 | 3 | 4 | 5`,
  ),
  documentedFile(
    ['Zoho CRM', 'English', 'Exporting data from Zoho CRM: Leads'],
    `
    Record Id :: zcrm_1 | zcrm_2 | zcrm_3 | zcrm_4 | zcrm_5
    Lead Owner.id :: 5 | 5 | 5 | 5 | 5
    Lead Owner :: Asha | Asha | Asha | Asha | Asha
    Company :: Morlong Associates | Chapman | | | Rowe
    First Name > firstName :: Capla | Lewis | Priya | Sanjay | Arjun
    Last Name > lastName :: Paprocki | Mascarenhas | Iyer | Patel | Rao
    Title
    Email > email :: capla@example.com | lewis@example.com | priya@example.in | sanjay@example.in | arjun@example.in
    Phone > phone :: 555-555-5555 | 212 555 0111 => +12125550111 | 098765 43210 => +919876543210 | 022 2345 6789 => +912223456789 | +91-80-2345-6789 => +918023456789
    Fax
    Mobile
    Website
    Lead Source > source :: Cold Call | Web Research | Trade Show | Advertisement | Partner
    Lead Status > status :: Attempted to Contact | Contacted => contacted | Pre-Qualified | Not Contacted | Junk Lead
    No. of Employees :: 12 | 100 | | |
    Annual Revenue > number :: $ 1,250,000.00 => 1250000 | | ₹12,34,567.50 => 1234567.5 | Rs. 45,000 => 45000 | 0 => 0
    Email Opt Out > boolean :: false => false | true => true | false => false | false => false | true => true
    Skype ID
    Secondary Email
    Street > address :: 228 Runamuck Pl #2808 | 8 W Cerritos Ave #54 | 14 MG Road | 5th Cross, Andheri | 221 Brigade Rd
    City > city :: Baltimore | Bridgeport | Bengaluru | Mumbai | Bengaluru
    State :: MD | NJ | Karnataka | Maharashtra | Karnataka
    Zip Code > postcode :: 21224 | 08014 | 560001 | 400053 | 560025
    Country > country :: United States | U.S.A. => United States | India | INDIA => India | IND => India
    Description
    Tag > tags :: VIP | VIP;Expo => VIP, Expo | | | webinar
    Created Time :: 2024-03-05 08:12:33 | 2024-03-05 08:12:33 | | |
    Unsubscribed Mode`,
  ),
  documentedFile(
    ['A broker CRM', 'English', 'Documented header of a trading platform (existing mapping tests)'],
    `
    Full Name > name :: Jane Q. Public => Jane Q. ~ Public | Omar bin Khalid => Omar ~ bin Khalid | Dr Ann Lee PhD => Ann ~ Lee PhD | Smith, John => John ~ Smith | Cher => Cher ~
    E-mail > email :: jane@example.com | omar@example.ae | ann@example.co.uk | john@example.com.au | cher@example.co.za
    Phone No > phone :: 1-212-555-0187 => +12125550187 | 050 123 4567 => +971501234567 | 07400 123456 => +447400123456 | 0412 345 678 => +61412345678 | 082 123 4567 => +27821234567
    Country Name > country :: United States of America => United States | UAE => United Arab Emirates | Great Britain => United Kingdom | AUS => Australia | South Africa
    Town > city :: New York | Dubai | Leeds | Sydney | Cape Town
    Total Deposit > depositAmount :: $1,234.50 => 1234.50 | 250 USD => 250.00 | £99.99 => 99.99 | 0 => 0.00 | ZAR 12 000.00 => 12000.00
    Currency > currency :: USD | USD | GBP | AUD | ZAR
    FTD Date > depositDate :: 2024-01-31 => 2024-01-31 | 31/01/2024 => 2024-01-31 | Jan 5, 2024 => 2024-01-05 | | 15-Feb-2024 => 2024-02-15
    Sales Agent > agent :: Sam | Sam | Alex | Alex | Kim
    Retention Status :: Active | Active | | |
    Account Type :: Standard | ECN | | |
    Landing Page > landingPage :: https://example.com/offer?a=1 | https://example.com/b | | /promo | example.com
    Sign-up IP > ip :: 203.0.113.7 | 2001:DB8::1 => 2001:db8::1 | | 198.51.100.23 | unknown =>
    Affiliate ID > affiliate :: aff-42 | 17 | | aff-42 | 9
    Net Deposits :: 1000 | 250 | | 0 | 12000
    Registration Date :: 2024-01-30 | 2024-01-29 | | |`,
  ),
];
