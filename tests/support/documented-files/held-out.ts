import { documentedFile } from './documented-file.ts';

/** Files that were written before the dictionaries were adapted to the others, and never looked at meanwhile. */
export const HELD_OUT_FILES = [
  documentedFile(
    ['Copper', 'English', 'Default fields for all records: leads'],
    `
    Lead Name > name :: Zara Novak => Zara ~ Novak | Hugo Boss => Hugo ~ Boss | Mary Ann Todd => Mary Ann ~ Todd | Ed Li => Ed ~ Li | Nils af Berg => Nils ~ af Berg
    Company :: Novak Inc | | | |
    Owner :: Kim | Kim | Kim | Kim | Kim
    Title
    Value :: 1000 | 250 | | |
    Email > email :: zara@example.com | hugo@example.de | mary@example.com | ed@example.com | nils@example.se
    Phone > phone :: 303-555-0111 => +13035550111 | 07123 456789 => +497123456789 | (303) 555 0112 => +13035550112 | 3035550113 => +13035550113 | 08-123 456 78 => +46812345678
    LinkedIn :: https://linkedin.com/in/zara | | | |
    Work Website
    Status > status :: New => new | Open | Unqualified | Junk | Contacted => contacted
    Source > source :: Advertising | Cold Call | Email | No Source | Email
    Street > address :: 1 Pearl St | Weg 5 | 2 Pearl St | 3 Pearl St | Vasagatan 1
    City > city :: Denver | Metzingen | Boulder | Aurora | Stockholm
    State :: CO | | CO | CO |
    Postal Code > postcode :: 80202 | 72555 | 80301 | 80010 | 111 20
    Country > country :: US => United States | DE => Germany | US => United States | US => United States | SE => Sweden
    Description
    Visibility :: Everyone | Everyone | Everyone | Everyone | Everyone
    Tags > tags :: expo, vip | | expo | | vip`,
  ),
  documentedFile(
    ['BigCommerce (Shift)', 'English', 'Customers template'],
    `
    ID :: 1 | 2 | 3 | 4 | 5
    Email > email :: kay@example.com | jon@example.com.au | eli@example.co.nz | rue@example.com | ada@example.com.au
    First Name > firstName :: Kay | Jon | Eli | Rue | Ada
    Last Name > lastName :: Fox | Snow | Tane | Hill | West
    Phone > phone :: +1 512 555 0130 => +15125550130 | +61 412 345 678 => +61412345678 | +64 21 123 456 => +6421123456 | +1 (737) 555-0131 => +17375550131 | +61 2 9123 4567 => +61291234567
    Customer Group ID :: 3 | 0 | | 3 |
    Company
    Registration IP Address > ip :: 203.0.113.50 | 198.51.100.1 | | 2001:db8::7 |
    Notes
    Tax Exempt Category
    Date Modified :: 2024-03-05 | | | |
    Date Created :: 2024-03-01 | | | |
    Address Count :: 1 | 2 | 1 | 1 | 1
    Attribute Count :: 0 | 0 | 0 | 0 | 0
    Authentication
    Accepts Product Review Abandoned Cart Email > boolean :: true => true | false => false | TRUE => true | FALSE => false | true => true
    Original Channel ID :: 1 | 1 | 1 | 1 | 1
    Channel IDs :: 1 | 1 | 1 | 1 | 1`,
  ),
  documentedFile(
    ['PayPal', 'English', 'Activity report: CSV header'],
    `
    Date :: 01/01/2024 | 01/02/2024 | 01/13/2024 | 01/14/2024 | 01/15/2024
    Time :: 22:55:16 | 10:00:00 | 11:30:00 | 08:00:00 | 09:00:00
    TimeZone :: CET | PST | PST | PST | PST
    Name > name :: Chris Doe => Chris ~ Doe | Jane Roe => Jane ~ Roe | Max Stein => Max ~ Stein | Lena Kurz => Lena ~ Kurz | Abe Gold => Abe ~ Gold
    Type :: General Payment | Express Checkout Payment | | |
    Status > status :: Completed | Completed | Pending | Completed | Completed
    Currency > currency :: USD | USD | EUR | EUR | USD
    Gross :: 60.00 | 20.00 | 23,50 | 99,00 | 5.00
    Fee :: -1.00 | -0.50 | | |
    Net :: 59.00 | 19.50 | | |
    From Email Address > email :: chris@example.com | jane@example.com | max@example.de | lena@example.at | abe@example.com
    To Email Address :: shop@example.com | shop@example.com | shop@example.com | shop@example.com | shop@example.com
    Transaction ID :: 1AB | 1AC | 1AD | 1AE | 1AF
    Shipping Address
    Address Status :: Confirmed | Non-Confirmed | | |
    Item Title :: Mug | | | |
    Item ID
    Sales Tax :: 0.00 | 0.00 | | |
    Invoice Number
    Receipt ID
    Balance :: 100.00 | 120.00 | | |
    Address Line 1 > address :: 1 First Ave | 2 Second Ave | Gasse 3 | Weg 4 | 5 Fifth Ave
    Address Line 2/District/Neighborhood
    Town/City > city :: Omaha | Tulsa | Mainz | Linz | Nome
    State/Province/Region/County/Territory/Prefecture/Republic :: NE | OK | | | AK
    Zip/Postal Code > postcode :: 68102 | 74103 | 55116 | 4020 | 99762
    Country > country :: United States | United States | Germany | Austria | United States
    Contact Phone Number > phone :: 402-555-0140 => +14025550140 | 918-555-0141 => +19185550141 | 06131 123456 => +496131123456 | 0732 123456 => +43732123456 | 9075550142 => +19075550142
    Subject
    Note
    Country Code :: US | US | DE | AT | US
    Balance Impact :: Credit | Credit | Credit | Credit | Credit`,
  ),
  documentedFile(
    ['Calendly', 'English', 'Export of scheduled events'],
    `
    User Name :: Jamal Taylor | Jamal Taylor | Jamal Taylor | Jamal Taylor | Jamal Taylor
    Team
    Invitee Name :: David Joseph Canarsky | Ira Glass | Amy Poe | Sol Diaz | Kit Marlowe
    Invitee First Name > firstName :: David | Ira | Amy | Sol | Kit
    Invitee Last Name > lastName :: Joseph Canarsky | Glass | Poe | Diaz | Marlowe
    Invitee Email > email :: david@example.com | ira@example.com | amy@example.com | sol@example.mx | kit@example.co.uk
    Invitee Time Zone :: Central Time - US & Canada | | | |
    Invitee accepted marketing emails > boolean :: Yes => true | No => false | | Yes => true | No => false
    Text Reminder Number > phone :: +1 312-555-0150 => +13125550150 | | +1 773-555-0151 => +17735550151 | +52 55 1234 5678 => +525512345678 | +44 7400 111222 => +447400111222
    Event Type Name :: 30 Minute Meeting | Demo | | |
    Start Date & Time :: 2025-03-03 11:00 am | | | |
    End Date & Time :: 2025-03-03 11:30 am | | | |
    Location :: Zoom | | | |
    Event Created Date & Time :: 2025-03-02 01:40 am | | | |
    Canceled :: false | false | true | false | false
    Canceled By
    Cancellation reason
    UTM Campaign :: spring | | | |
    UTM Source > source :: google | newsletter | | linkedin |
    UTM Medium :: cpc | | | |
    Event Price :: 0 | | | |
    Payment Currency
    Guest Email(s) :: guest@example.com | | | |
    Marked as No-Show :: No | No | No | No | No
    User Email :: jamal@example.com | jamal@example.com | jamal@example.com | jamal@example.com | jamal@example.com
    Event UUID :: e1 | e2 | e3 | e4 | e5`,
  ),
  documentedFile(
    ['Meindialogsystem', 'German', 'Kann man Kundendaten importieren?'],
    `
    KundenID :: 1 | 2 | 3 | 4 | 5
    AnredeNr :: 2 | 1 | 1 | 2 | 1
    Vorname > firstName :: Heike | Ralf | Kemal | Doris | Sepp
    Nachname > lastName :: Voß | Bäcker | Arslan | Jäger | Moser
    Geburtsdatum > date :: 03.10.1990 => 1990-10-03 | 9.11.1989 => 1989-11-09 | | 24.06.1955 => 1955-06-24 | 1. Mai 1970 => 1970-05-01
    GeschlechtNr :: 2 | 1 | 1 | 2 | 1
    Strasse > address :: Bergstr. | Talweg | Allee | Kai | Gasse
    Hausnummer :: 1 | 2a | 33 | 4 | 5
    Adresszusatz
    Postleitzahl > postcode :: 99084 | 1097 => 01097 | 44135 | 28195 | 83022
    Wohnort > city :: Erfurt | Dresden | Dortmund | Bremen | Rosenheim
    LandNr :: 1 | 1 | 1 | 1 | 1
    Mailadresse > email :: heike@example.de | ralf@example.de | kemal@example.de | doris@example.de | sepp@example.de
    Telefon > phone :: +49 361 123456 => +49361123456 | 0049 351 123456 => +49351123456 | +49(0)231 123456 => +49231123456 | +49-421-123456 => +49421123456 | +49 8031 12345 => +49803112345
    Telefax
    Mobil
    Webadresse
    Firmenname1
    Firmenname2
    GesellschaftsformNr`,
    { delimiter: ';', encoding: 'windows-1252' },
  ),
  documentedFile(
    ['Outlook', 'French', 'Header of the contacts CSV, French'],
    `
    Titre :: M. | Mme | | Mme | M.
    Prénom > firstName :: Étienne | Océane | Raphaël | Gaëlle | Yann
    Deuxième prénom
    Nom > lastName :: Rousseau | de La Tour | Girard | Le Bihan | Müller
    Suffixe
    Société :: Boulangerie Rousseau | | | |
    Service
    Rue (bureau) > address :: 4, quai de Seine | 17 rue Haute | 1 place Bellecour | 9 rue de Siam | 2 rue du Rhône
    Rue (bureau) 2
    Rue (bureau) 3
    Ville (bureau) > city :: Rouen | Bruxelles | Lyon | Brest | Genève
    Dép/Région (bureau) :: Seine-Maritime | | | |
    Code postal (bureau) > postcode :: 76000 | 1000 | 69002 | 29200 | 1204
    Pays/Région (bureau) > country :: France | Belgique => Belgium | France | FRANCE => France | Suisse => Switzerland
    Rue (domicile)
    Ville (domicile)
    Code postal (domicile)
    Pays/Région (domicile)
    Rue (autre)
    Téléphone de l'assistant(e)
    Télécopie (bureau) :: 02 35 00 00 01 | | | |
    Téléphone (bureau) :: 02 35 00 00 00 | | | |
    Téléphone 2 (bureau)
    Rappel
    Téléphone (voiture)
    Téléphone société
    Télécopie (domicile)
    Téléphone (domicile)
    Tél. mobile > phone :: 06.11.22.33.44 => +33611223344 | 0475 12 34 56 => +32475123456 | 07 66 55 44 33 => +33766554433 | +33 (0)6 55 44 33 22 => +33655443322 | 076 123 45 67 => +41761234567
    Adresse de messagerie > email :: etienne@example.fr | oceane@example.be | raphael@example.fr | gaelle@example.fr | yann@example.ch
    Type de messagerie :: SMTP | SMTP | SMTP | SMTP | SMTP
    Anniversaire > date :: 14/02/1982 => 1982-02-14 | 1 janvier 1990 => 1990-01-01 | | 30/11/1975 => 1975-11-30 | 08/03/1969 => 1969-03-08
    Catégories > tags :: Clients;Salon => Clients, Salon | | | Clients |
    Sexe :: Non spécifié | Non spécifié | Non spécifié | Non spécifié | Non spécifié
    Notes
    Page Web`,
    { encoding: 'windows-1252' },
  ),
  documentedFile(
    ['RemOnline', 'Spanish', 'Cómo importar contactos a RemOnline'],
    `
    ID de contacto :: 1 | 2 | 3 | 4 | 5
    Nombre > firstName :: Pablo | Rocío | Iñaki | Celia | Raúl
    Apellidos > lastName :: Ruiz Picasso | Dúrcal | Perurena | de la Vega | Núñez
    Teléfono > phone :: +34611222333, +34622333444 => +34611222333 | +34 655 444 333 => +34655444333 | 0034 943 111 222 => +34943111222 | +52 55 8765 4321 => +525587654321 | +34-677-888-999 => +34677888999
    Dirección > address :: C/ Sol 1 | Av. Mar 2 | Kale Nagusia 3 | Calle 5 de Mayo 4 | Pza. Nueva 5
    Email > email :: pablo@example.es | rocio@example.es | inaki@example.eus | celia@example.mx | raul@example.es
    Persona jurídica > boolean :: No => false | Sí => true | no => false | SI => true | No => false
    Canal de publicidad :: Google | Instagram | | |
    Notas
    Saldo > number :: 1.234,50 => 1234.5 | 0,00 => 0 | -50,25 => -50.25 | 10.000,00 => 10000 | 7,5 => 7.5`,
    { delimiter: ';' },
  ),
  documentedFile(
    ['YetiForce', 'Polish', 'languages/pl-PL/Leads.json (export of leads)'],
    `
    Nr :: L1 | L2 | L3 | L4 | L5
    Nazwa leada > name :: Jacek Placek => Jacek ~ Placek | Barbara Niechcic => Barbara ~ Niechcic | Stanisław Żółty => Stanisław ~ Żółty | Krystyna Janda => Krystyna ~ Janda | Bogdan Łazuka => Bogdan ~ Łazuka
    Mail podstawowy > email :: jacek@example.pl | basia@example.pl | stan@example.pl | krysia@example.pl | bogdan@example.pl
    Mail dodatkowy
    Telefon podstawowy > phone :: +48 601 111 222 => +48601111222 | 0048 22 123 45 67 => +48221234567 | +48-602-333-444 => +48602333444 | +48 12 345 67 89 => +48123456789 | +48 (58) 123 45 67 => +48581234567
    Strona internetowa
    Stanowisko :: Prezes | | | |
    Branża :: Budownictwo | | | |
    Status > status :: Nawiązano kontakt | Zakwalifikowany => qualified | Oczekujący | Utracony | W realizacji
    Zgoda na kontakt telefoniczny > boolean :: Tak => true | Nie => false | tak => true | nie => false | Tak => true
    Zgoda na kontakt mailowy > boolean :: Tak => true | Nie => false | nie => false | tak => true | Tak => true
    Numer budynku :: 5 | | | |
    Numer lokalu
    Liczba komentarzy :: 0 | 3 | 0 | 0 | 1
    Uwagi`,
    { delimiter: ';' },
  ),
];
