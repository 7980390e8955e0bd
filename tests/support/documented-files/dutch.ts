import { documentedFile } from './documented-file.ts';

export const DUTCH_FILES = [
  documentedFile(
    ['Outlook', 'Dutch', 'Header of the contacts CSV, nl-NL'],
    `
    Titel :: Dhr. | Mevr. | | Dhr. | Mevr.
    Voornaam > firstName :: Jan | Anneke | Daniël | Sjoerd | Fatima
    Middelste naam
    Achternaam > lastName :: van der Berg | de Vries | Peeters | Hoekstra | El Idrissi
    Achtervoegsel
    Bedrijf :: Bakkerij Janssen BV | | | |
    Afdeling
    Functie :: Inkoper | | | |
    Werkadres, straat > address :: Kerkstraat 12 | Herengracht 100-2 | Meir 50 | Nieuwestad 7 | Coolsingel 40
    Werkadres 2, straat
    Werkadres 3, straat
    Werkadres, plaats > city :: Utrecht | Amsterdam | Antwerpen | Leeuwarden | 's-Gravenhage
    Werkadres, provincie :: Utrecht | Noord-Holland | | Friesland |
    Werkadres, postcode > postcode :: 3511 AB | 1015 BS | 2000 | 8911 CJ | 3011AD
    Land/regio (werk) > country :: Nederland => Netherlands | Nederland => Netherlands | België => Belgium | NL => Netherlands | Nederland => Netherlands
    Huisadres, straat
    Huisadres, plaats
    Huisadres, provincie
    Huisadres, postcode
    Land/regio (thuis)
    Ander adres, straat
    Ander adres, plaats
    Telefoon assistent
    Fax op werk :: 030 1234568 | | | |
    Telefoon op werk :: 030 1234567 | | | |
    Telefoon op werk 2
    Terugbellen
    Autotelefoon
    Hoofdtelefoon bedrijf
    Fax thuis
    Telefoon thuis
    Telefoon thuis 2
    ISDN
    Mobiele telefoon > phone :: 06-12345678 => +31612345678 | +31 (0)6 87654321 => +31687654321 | 0470 12 34 56 => +32470123456 | 0612345679 => +31612345679 | 0031 20 1234567 => +31201234567
    Andere telefoon
    Pager
    Hoofdtelefoon
    E-mailadres > email :: jan@example.nl | anneke@example.nl | daniel@example.be | sjoerd@example.nl | fatima@example.nl
    E-mailtype :: SMTP | SMTP | SMTP | SMTP | SMTP
    Weergavenaam voor e-mail
    Naam assistent
    Naam manager
    Partner
    Verjaardag > date :: 3-5-1984 => 1984-05-03 | 27-4-1967 => 1967-04-27 | 0-0-00 => | 1 maart 1990 => 1990-03-01 | 31-12-1978 => 1978-12-31
    Categorieën > tags :: Klanten | Klanten;Beurs => Klanten, Beurs | | | Leveranciers
    Geslacht :: Niet opgegeven | Niet opgegeven | Niet opgegeven | Niet opgegeven | Niet opgegeven
    Locatie
    Notities
    Webpagina
    Nieuwsbrief > boolean :: ja => true | nee => false | Ja => true | Nee => false | J => true`,
    { encoding: 'windows-1252' },
  ),
  documentedFile(
    ['Kleisteen', 'Dutch', 'Relaties importeren'],
    `
    naam bedrijf :: | Zonnepanelen BV | | |
    achternaam > lastName :: Bakker | Visser | Jansen | Dijkstra | 't Hart
    voornaam > firstName :: Piet | Loes | Koen | Anouk | Maarten
    geslacht (m/v) :: m | v | m | v | m
    straat > address :: Dorpsstraat 1 | Laan van NOI 14 | Brink 3 | Singel 250 | Oude Gracht 9
    postcode > postcode :: 1234 AB | 2593 BJ | 9401 HT | 1016AB | 3511 AE
    plaats > city :: Hilversum | Den Haag | Assen | Amsterdam | Utrecht
    landcode > country :: NL => Netherlands | NL => Netherlands | NL => Netherlands | NL => Netherlands | NL => Netherlands
    tel > phone :: 035-6234567 => +31356234567 | 070 3456789 => +31703456789 | 06 11122233 => +31611122233 | +31-20-5551234 => +31205551234 | 06.44.55.66.77 => +31644556677
    email > email :: piet@example.nl | loes@example.nl | koen@example.nl | anouk@example.nl | maarten@example.nl
    btw-nummer
    kvk
    bankrekening/iban :: NL91ABNA0417164300 | | | |
    bic/swift
    openstaand saldo > number :: € 1.234,56 => 1234.56 | € 0,00 => 0 | € 12,50- => -12.5 | 100,- => 100 | 2.500 => 2500`,
    { delimiter: ';' },
  ),
];
