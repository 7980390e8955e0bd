import { documentedFile } from './documented-file.ts';

export const ENGLISH_BOOK_FILES = [
  documentedFile(
    ['Google Contacts', 'English', 'Export your contacts as Google CSV'],
    `
    First Name > firstName :: Alice | Bob | Søren | Priti | Mo
    Middle Name
    Last Name > lastName :: Archer | Brown | Ånsen | Shah | Salah
    Phonetic First Name
    Phonetic Middle Name
    Phonetic Last Name
    Name Prefix
    Name Suffix
    Nickname :: Al | | | |
    File As
    Organization Name :: ACME | | | |
    Organization Title :: Buyer | | | |
    Organization Department
    Birthday > date :: 1985-04-12 => 1985-04-12 | | 1970-01-01 => 1970-01-01 | |
    Notes
    Photo
    Labels > tags :: * myContacts ::: Leads => myContacts, Leads | * myContacts => myContacts | Expo ::: * starred => Expo, starred | | * myContacts => myContacts
    E-mail 1 - Label :: Work | * Home | | |
    E-mail 1 - Value > email :: alice@example.com | bob@example.com ::: bob2@example.com => bob@example.com | soren@example.dk | priti@example.co.uk | mo@example.eg
    E-mail 2 - Label :: Home | | | |
    E-mail 2 - Value :: alice.home@example.net | | | |
    Phone 1 - Label :: Mobile | Work | Mobile | Mobile | Mobile
    Phone 1 - Value > phone :: +44 7400 123456 => +447400123456 | 020 7946 0018 ::: 020 7946 0019 => +442079460018 | 20 12 34 56 => +4520123456 | 07400 222333 => +447400222333 | 0100 123 4567 => +201001234567
    Phone 2 - Label :: Work | | | |
    Phone 2 - Value :: 020 7946 0020 | | | |
    Address 1 - Label :: Home | Home | Home | Home | Home
    Address 1 - Formatted > address :: 12 High St\\nLondon\\nSW1A 1AA\\nUnited Kingdom | 5 Mill Ln\\nYork | Havnegade 1\\n1058 København | 3 Park Rd\\nLeeds | 26 July St\\nCairo
    Address 1 - Street :: 12 High St | 5 Mill Ln | Havnegade 1 | 3 Park Rd | 26 July St
    Address 1 - City > city :: London | York | København | Leeds | Cairo
    Address 1 - PO Box
    Address 1 - Region
    Address 1 - Postal Code > postcode :: SW1A 1AA | YO1 7HH | 1058 | LS1 4DY | 11511
    Address 1 - Country > country :: United Kingdom | GB => United Kingdom | Danmark => Denmark | England => United Kingdom | Egypt
    Address 1 - Extended Address
    Website 1 - Label
    Website 1 - Value`,
  ),
  documentedFile(
    ['Outlook', 'English', 'Create or edit .csv files to import into Outlook'],
    `
    First Name > firstName :: Dieter | Eva | Liam | Mei | Paul
    Middle Name
    Last Name > lastName :: Huber | Klein | Murphy | Tan | Blanc
    Title
    Suffix
    Nickname
    Given Yomi
    Surname Yomi
    E-mail Address > email :: dieter@example.at | eva@example.at | liam@example.ie | mei@example.sg | paul@example.ch
    E-mail 2 Address
    E-mail 3 Address
    Home Phone
    Home Phone 2
    Business Phone :: +43 1 234567890 | | | |
    Business Phone 2
    Mobile Phone > phone :: 0664 1234567 => +436641234567 | +43 664 7654321 => +436647654321 | 086 123 4567 => +353861234567 | +65 9123 4567 => +6591234567 | 078 123 45 67 => +41781234567
    Car Phone
    Other Phone
    Primary Phone
    Pager
    Business Fax
    Home Fax
    Company Main Phone
    Callback
    Telex
    TTY/TDD Phone
    IMAddress
    Job Title :: Leiter | | | |
    Department
    Company :: Huber KG | | | |
    Office Location
    Manager's Name
    Assistant's Name
    Assistant's Phone
    Business Street > address :: Ring 1 | Gürtel 2 | 3 Patrick St | 8 Shenton Way | Rue du Lac 4
    Business City > city :: Wien | Graz | Cork | Singapore | Genève
    Business State
    Business Postal Code > postcode :: 1010 | 8010 | T12 XY00 | 068811 | 1204
    Business Country/Region > country :: Österreich => Austria | Austria | Ireland | Singapore | Suisse => Switzerland
    Home Street
    Home City
    Home Postal Code
    Home Country/Region
    Other Street
    Personal Web Page
    Spouse
    Web Page
    Birthday > date :: 0/0/00 => | 12/24/1985 => 1985-12-24 | 1/5/1979 => 1979-01-05 | 0/0/00 => | 3/31/1990 => 1990-03-31
    Anniversary :: 0/0/00 | 0/0/00 | 0/0/00 | 0/0/00 | 0/0/00
    Categories > tags :: Clients | Clients;Expo => Clients, Expo | | |
    Notes`,
  ),
  documentedFile(
    ['Mailchimp', 'English', 'View or export contacts: columns of the audience export'],
    `
    Email Address > email :: urist.mcvankab@example.com | sample@example.org | léa@example.fr | kim@example.kr | o.b@example.ie
    First Name > firstName :: Urist | Jörg | Léa | Kim | Orla
    Last Name > lastName :: McVankab | Groß | Blanc | Min-ji | Byrne
    Address > address :: 675 Ponce De Leon Ave NE  Suite 5000  Atlanta GA 30308 USA | | 5 rue A  Lyon 69001 France | | 1 Quay  Galway
    Phone Number > phone :: (404) 555-1234 => +14045551234 | 030 12345678 => +493012345678 | 06 12 34 56 78 => +33612345678 | 010-1234-5678 => +821012345678 | 091 123456 => +35391123456
    Birthday :: 12/22 | | 01/31 | |
    MEMBER_RATING :: 2 | 3 | 4 | 2 | 5
    OPTIN_TIME :: 2023-01-05 13:05:11 | | | |
    OPTIN_IP > ip :: 203.0.113.7 | | 198.51.100.9 | |
    CONFIRM_TIME :: 2023-01-05 13:05:11 | 2023-02-05 13:05:11 | | |
    CONFIRM_IP :: 203.0.113.7 | 198.51.100.23 | | |
    LATITUDE :: 33.7490000 | | | |
    LONGITUDE :: -84.3880000 | | | |
    GMTOFF :: -5 | | | |
    DSTOFF :: -4 | | | |
    TIMEZONE :: America/New_York | | | |
    CC > country :: US => United States | DE => Germany | FR => France | KR => South Korea | IE => Ireland
    REGION :: GA | BE | | |
    LAST_CHANGED :: 2023-01-05 13:05:11 | 2023-02-05 13:05:11 | | |
    LEID :: 123456789 | 123456790 | | |
    EUID :: abcdef1234 | abcdef1235 | | |
    NOTES
    TAGS > tags :: "Influencer","VIP" => Influencer, VIP | "newsletter" => newsletter | | "VIP" => VIP |`,
  ),
  documentedFile(
    ['Constant Contact', 'English', 'Standard contact headings and character limits for file import'],
    `
    Email Address > email :: pat@example.com | lou@example.com | gil@example.ca | ray@example.com | fay@example.com
    First Name > firstName :: Pat | Lou | Gil | Ray | Fay
    Last Name > lastName :: Stone | Reed | Roy | Cruz | Wong
    Job Title :: Owner | | | |
    Company :: Stone Ltd | | | |
    Birthday :: 12/31/1980 | 05-March | | |
    Anniversary
    Home Address Line 1 > address :: 1 Lake Dr | 2 Hill Rd | 3 Rue B | 4 Bay St | 5 Sun Ct
    Home Address Line 2 :: Unit 4 | | | |
    Work Address Line 1
    City > city :: Dayton | Fargo | Québec | Miami | Boise
    State / Province :: OH | ND | QC | FL | ID
    Zip / Postal Code > postcode :: 45402 | 58102 | G1R 4P5 | 33101 | 83702
    Country > country :: USA => United States | United States | Canada | U.S. => United States | Estados Unidos => United States
    Phone Number - Home
    Phone Number - Work
    Phone Number - Mobile > phone :: 937-555-0120 => +19375550120 | (701) 555 0121 => +17015550121 | 418 555-0122 => +14185550122 | +1.305.555.0123 => +13055550123 | 2085550124 => +12085550124
    Website
    Source Name > source :: Website Sign-Up Form | Uploaded File | Facebook | Uploaded File | Website Sign-Up Form`,
  ),
];
