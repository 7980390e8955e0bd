import { documentedFile } from './documented-file.ts';

export const ENGLISH_SHOP_FILES = [
  documentedFile(
    ['Shopify', 'English', 'Import and export customer lists: customer CSV file description'],
    `
    Customer ID :: '6940095564081 | '6940095564082 | '6940095564083 | '6940095564084 | '6940095564085
    First Name > firstName :: Russell | Marie | Jörg | Aisha | Ben
    Last Name > lastName :: Winfield | Tremblay | Weiß | Khan | Hur
    Email > email :: Russel.winfield@example.com => russel.winfield@example.com | marie@example.ca | joerg@example.de | aisha@example.pk | ben@example.com
    Accepts Email Marketing > boolean :: yes => true | no => false | yes => true | no => false | yes => true
    Default Address Company
    Default Address Address1 > address :: 123 Fake Street | 5 rue X | Hauptstr. 1 | 12 Mall Road | 1 Elm St
    Default Address Address2 :: Apt 4 | | | |
    Default Address City > city :: Fakecity | Montréal | Bonn | Lahore | Salem
    Default Address Province Code :: ON | QC | | PB | OR
    Default Address Country Code > country :: CA => Canada | CA => Canada | DE => Germany | PK => Pakistan | US => United States
    Default Address Zip > postcode :: 'K1A 0B6 => K1A 0B6 | 'H2X 1Y4 => H2X 1Y4 | '53111 => 53111 | '54000 => 54000 | '97301 => 97301
    Default Address Phone :: '+16135550135 | | | |
    Phone > phone :: '+16135550142 => +16135550142 | '+15145550199 => +15145550199 | '+491712345678 => +491712345678 | '+923001234567 => +923001234567 | '+15035550111 => +15035550111
    Accepts SMS Marketing > boolean :: no => false | no => false | yes => true | no => false | no => false
    Total Spent > number :: 1234.50 => 1234.5 | 0.00 => 0 | 99.99 => 99.99 | 15000.00 => 15000 | 7 => 7
    Total Orders :: 3 | 0 | 1 | 12 | 1
    Note :: VIP | | | |
    Tax Exempt :: no | no | yes | no | no
    Tags > tags :: vip, wholesale | | newsletter | | vip`,
  ),
  documentedFile(
    ['WooCommerce', 'English', 'Customer/Order/Coupon CSV Export: order columns'],
    `
    Order Number :: 1001 | 1002 | 1003 | 1004 | 1005
    Order Status :: completed | processing | on-hold | completed | refunded
    Order Date :: 2024-03-05 08:12 | 2024-03-06 10:00 | | |
    Customer Note
    First Name (Billing) > firstName :: Grace | Klaus | Amélie | Ivo | Nora
    Last Name (Billing) > lastName :: Hopper | Schäfer | Petit | Horvat | Berg
    Company (Billing) :: Navy | | | |
    Address 1&2 (Billing) > address :: 1 Pentagon, Wing B | Am Markt 2 | 3 rue Z | Ilica 10 | Storgata 5
    City (Billing) > city :: Arlington | Jena | Lyon | Zagreb | Oslo
    State Code (Billing) :: VA | DE-TH | | | 
    Postcode (Billing) > postcode :: 22202 | 7743 => 07743 | 69001 | 10000 | 0155
    Country Code (Billing) > country :: US => United States | DE => Germany | FR => France | HR => Croatia | NO => Norway
    Email (Billing) > email :: grace@example.mil | klaus@example.de | amelie@example.fr | ivo@example.hr | nora@example.no
    Phone (Billing) > phone :: 703-555-0143 => +17035550143 | 03641 123456 => +493641123456 | 0612345678 => +33612345678 | 091 234 5678 => +385912345678 | 412 34 567 => +4741234567
    First Name (Shipping) :: Grace | Klaus | | |
    Address 1&2 (Shipping)
    Payment Method Title :: PayPal | Rechnung | Carte | |
    Cart Discount Amount :: 0 | 5.00 | | |
    Order Total Amount :: 19.90 | 49.00 | 5.50 | 120.00 | 9.99
    Coupon Code
    Item Name :: Mug | Book | | |`,
  ),
  documentedFile(
    ['Magento', 'English', 'Customer attributes of the import and export CSV'],
    `
    email > email :: test@example.com | jane@example.com | john@example.co.uk | lea@example.de | luigi@example.it
    _website :: base | base | base | base | base
    _store :: default | admin | default | de | it
    created_at :: 2024-03-05 14:05:21 | 2024-03-06 14:05:21 | | |
    created_in :: Default Store View | Admin | | |
    dob > date :: 1985-12-24 00:00:00 => 1985-12-24 | | 1990-07-14 00:00:00 => 1990-07-14 | | 1979-01-31 00:00:00 => 1979-01-31
    firstname > firstName :: Test | Jane | John | Lea | Luigi
    gender :: 1 | 2 | 1 | 2 | 1
    group_id :: 1 | 1 | 2 | 1 | 1
    lastname > lastName :: Customer | Smith | Doe | Vogel | Ferrari
    middlename
    password_hash :: ed32fd:Wc | ed32fe:Wc | | |
    prefix :: | Ms | Mr | |
    store_id :: 1 | 0 | 1 | 2 | 3
    suffix
    taxvat
    website_id :: 1 | 1 | 1 | 1 | 1
    _address_city > city :: London | New York | Manchester | Ulm | Modena
    _address_company
    _address_country_id > country :: GB => United Kingdom | US => United States | GB => United Kingdom | DE => Germany | IT => Italy
    _address_fax
    _address_firstname :: Test | Jane | John | Lea | Luigi
    _address_lastname :: Customer | Smith | Doe | Vogel | Ferrari
    _address_postcode > postcode :: SW1A 1AA | 10001 | M1 1AA | 89073 | 41121
    _address_region :: | New York | | | Modena
    _address_street > address :: 10 Downing Street | 123 Broadway | 50 Market Street | Platz 1\\n2. OG | Via Emilia 5
    _address_telephone > phone :: 02079460018 => +442079460018 | 2125551234 => +12125551234 | 01612345678 => +441612345678 | 0731 12345 => +4973112345 | 059 123456 => +39059123456
    _address_vat_id
    _address_default_billing_ :: 1 | 1 | 1 | 1 | 1
    _address_default_shipping_ :: 1 | 1 | 0 | 1 | 1`,
  ),
  documentedFile(
    ['Stripe', 'English', 'Dashboard export of customers (column schema)'],
    `
    id :: cus_A1 | cus_A2 | cus_A3 | cus_A4 | cus_A5
    Description :: Gold member | | | |
    Email > email :: ada@example.com | alan@example.co.uk | grace@example.com | linus@example.fi | ken@example.com
    Name > name :: Ada Lovelace => Ada ~ Lovelace | Alan Turing => Alan ~ Turing | Grace Hopper => Grace ~ Hopper | Linus Torvalds => Linus ~ Torvalds | Ken Thompson => Ken ~ Thompson
    Created (UTC) :: 2024-03-05 08:12 | 2024-03-06 10:00 | | |
    Delinquent :: false | false | true | false | false
    Plan :: pro | basic | | pro |
    Status > status :: active | trialing | past_due | active | canceled
    Total Spend > number :: 1234.50 => 1234.5 | 0 => 0 | 99.00 => 99 | 15000.00 => 15000 | 12.3 => 12.3
    Payment Count :: 12 | 0 | 1 | 30 | 1
    Refunded Volume :: 0.00 | 0.00 | | |
    Dispute Losses :: 0.00 | 0.00 | | |
    tag (metadata) > tags :: vip | | beta | vip |`,
  ),
  documentedFile(
    ['Eventbrite', 'English', 'Attendee report (example input format)'],
    `
    Order # :: 11211912243 | 11211912244 | 11211912245 | 11211912246 | 11211912247
    Order Date :: 11/29/24 22:28 | 11/30/24 09:00 | | |
    First Name > firstName :: John | Aarti | Chetan | Bina | Uma
    Last Name > lastName :: Doe | Shah | Mehta | Rao | Das
    Email > email :: jdoe1@example.com | aarti@example.com | chetan@example.com | bina@example.com | uma@example.com
    Quantity :: 1 | 1 | 1 | 2 | 1
    Price Tier
    Ticket Type :: General Admission | VIP | Early bird | VIP | VIP
    Attendee # :: 18441583423 | 18441583424 | 18441583425 | 18441583426 | 18441583427
    Group
    Order Type :: Free Order | Eventbrite Completed | | |
    Currency > currency :: USD | USD | USD | USD | USD
    Total Paid :: 0 | 25.00 | 10.00 | 50.00 | 25.00
    Fees Paid :: 0 | 1.20 | | |
    Eventbrite Fees :: 0 | 1.00 | | |
    Attendee Status :: Attending | Attending | Not Attending | Checked In | Attending
    Home Address 1 > address :: 1 Oak St | 2 Pine St | 3 Elm St | 4 Ash St | 5 Fir St
    Home Address 2
    Home City > city :: San Jose | Palo Alto | Fremont | Austin | Reno
    Home State :: CA | CA | CA | TX | NV
    Home Zip > postcode :: 95112 | 94301 | 94536 | 78701 | 89501
    Home Country > country :: US => United States | US => United States | US => United States | US => United States | US => United States
    Cell Phone > phone :: (408) 555-0101 => +14085550101 | 650-555-0102 => +16505550102 | 510.555.0103 => +15105550103 | 1 512 555 0104 => +15125550104 | +17755550105 => +17755550105
    How did you hear about this event? :: Friend | Newsletter | | |
    Job Title
    Company`,
  ),
];
