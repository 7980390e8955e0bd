import { documentedFile } from './documented-file.ts';

export const GERMAN_FILES = [
  documentedFile(
    ['Outlook', 'German', 'CSV header of the export wizard, German'],
    `
    Anrede :: Herr | Frau | Frau | Herr | Herr
    Vorname > firstName :: Jürgen | Anna-Lena | Zoë | Reto | Hans Peter
    Weitere Vornamen :: | Maria | | |
    Nachname > lastName :: Müller | von der Heide | Groß | Ammann | Öztürk
    Suffix
    Firma :: Müller GmbH | | | Ammann AG |
    Abteilung
    Position :: Geschäftsführer | | Leiterin Einkauf | |
    Straße geschäftlich > address :: Hauptstr. 12 | Am Ring 3a | Kärntner Straße 5 | Bahnhofstrasse 1 |
    Straße geschäftlich 2
    Straße geschäftlich 3
    Ort geschäftlich > city :: München | Köln | Wien | Zürich |
    Region geschäftlich :: Bayern | | | ZH |
    Postleitzahl geschäftlich > postcode :: 80331 | 50667 | 1010 | 8001 |
    Land/Region geschäftlich > country :: Deutschland => Germany | Deutschland => Germany | Österreich => Austria | Schweiz => Switzerland | Deutschland => Germany
    Straße privat
    Ort privat
    Bundesland/Kanton privat
    Postleitzahl privat
    Land/Region privat
    Weitere Straße
    Weiterer Ort
    Weitere Postleitzahl
    Weiteres/e Land/Region
    Telefon Assistent
    Fax geschäftlich :: 089 1234568 | | | |
    Telefon geschäftlich :: 089 1234567 | | +43 1 5123456 | |
    Telefon geschäftlich 2
    Rückmeldung
    Autotelefon
    Telefon Firma
    Fax privat
    Telefon (privat)
    Telefon (privat 2)
    ISDN
    Mobiltelefon > phone :: 0171 2345678 => +491712345678 | +49 (151) 23456789 => +4915123456789 | 0664/1234567 => +436641234567 | 079 123 45 67 => +41791234567 | 0049 160 5551234 => +491605551234
    Weiteres Telefon
    Pager
    Haupttelefon
    Mobiltelefon 2
    Telefon für Hörbehinderte
    Telex
    Abrechnungsinformation
    Assistent(in)
    Beruf
    Büro
    E-Mail-Adresse > email :: juergen@example.de | AL.vdHeide@Example.de => al.vdheide@example.de | zoe.gross@example.at | reto@example.ch | hp@example.de
    E-Mail-Typ :: SMTP | SMTP | SMTP | SMTP | SMTP
    E-Mail: Angezeigter Name :: Jürgen Müller | | | |
    E-Mail 2: Adresse
    E-Mail 2: Typ
    Empfohlen von
    Geburtstag > date :: 24.12.1985 => 1985-12-24 | 1.5.79 => 1979-05-01 | 0.0.00 => | | 3. März 1968 => 1968-03-03
    Geschlecht :: Unbestimmt | Unbestimmt | Unbestimmt | Unbestimmt | Unbestimmt
    Hobby
    Initialen
    Internet-Frei/Gebucht
    Jahrestag
    Kategorien > tags :: Kunde;Messe 2024 => Kunde, Messe 2024 | | Interessent | Kunde |
    Kinder
    Konto
    Name des/der Vorgesetzten
    Notizen :: Ruft montags an | | | |
    Ort
    Partner
    Priorität :: Normal | Normal | Normal | Normal | Normal
    Privat :: Falsch | Falsch | Falsch | Falsch | Falsch
    Regierungsnr.
    Reisekilometer
    Sprache
    Stichwörter
    Vertraulichkeit :: Normal | Normal | Normal | Normal | Normal
    Verzeichnisserver
    Webseite`,
    { encoding: 'windows-1252' },
  ),
  documentedFile(
    ['Swoppen', 'German', 'Hilfe: Adressen importieren'],
    `
    Kunden-Nr. :: 10001 | 10002 | 10003 | 10004 | 10005
    Lieferanten-Nr
    Suchname :: MUSTER | WEISS | KURZ | BRANDT | MEIER
    Hauptadresse
    Typ :: privat | privat | geschäftlich | privat | privat
    Bemerkung
    Anrede :: Herr | Frau | Frau | Herr | Frau
    Firma :: | | Kurz Haustechnik | |
    Zusatz
    Straße > address :: Lindenallee 7 | Schloßstr. 21 | Industriestr. 4-6 | Dorfstr. 99 | Rue de l’Hôpital 3
    PLZ > postcode :: 01067 | 10117 | 4020 | 20095 | 1950
    Ort > city :: Dresden | Berlin | Linz | Hamburg | Sitten
    Titel :: Dr. | | | Prof. Dr. |
    Name > lastName :: Mustermann | Weiß | Kurz | Brandt | Meier
    Vorname > firstName :: Martin | Käthe | Sofia | Jörn | Ursula
    Geburtstag > date :: 31.01.1970 => 1970-01-31 | 05.11.1992 => 1992-11-05 | | 17.08.1958 => 1958-08-17 | 29.02.2000 => 2000-02-29
    Abteilung
    Position
    Telefon 1 > phone :: 0351/4567890 => +493514567890 | 030-12345678 => +493012345678 | 0732 654321 => +43732654321 | (040) 3344556 => +49403344556 | 027 322 11 22 => +41273221122
    Telefon 2 :: | 0172 1112223 | | |
    Fax
    Mobil
    E-Mail 1 > email :: m.mustermann@example.de | kaethe@example.de | info@kurz.example.at | joern@example.de | ursula@example.ch
    E-Mail 2
    Internet
    Land > country :: DE => Germany | DE => Germany | AT => Austria | DE => Germany | CH => Switzerland
    Briefanrede :: Sehr geehrter Herr Dr. Mustermann | | | |
    Newsletter > boolean :: ja => true | nein => false | Ja => true | ja => true | Nein => false
    Jahresumsatz > number :: 1.234,56 € => 1234.56 | 0,00 € => 0 | 12.500,00 € => 12500 | 950 € => 950 | 1.000.000,00 € => 1000000`,
    { delimiter: ';', encoding: 'windows-1252' },
  ),
  documentedFile(
    ['Lexware Office', 'German', 'Anleitung zum Import von Kontakten (Kunden und Lieferanten importieren)'],
    `
    Kundennummer :: 10100 | 10101 | 10102 | 10103 | 10104
    Firmenname
    Steuernummer
    Umsatzsteuer ID
    Anrede :: Frau | Herr | Herr | Frau | Frau
    Titel
    Vorname > firstName :: Petra | Uwe | Ali | Gülcan | Britta
    Nachname > lastName :: Schön | Lauterbach | Yıldız | Demir | Claußen
    E-Mail-Adresse > email :: petra.schoen@example.de | uwe@example.de | n/a => | guelcan@example.de | b.claussen@example.de; privat@example.de => b.claussen@example.de
    Telefonnummer > phone :: 0221 998877 => +49221998877 | +49 221 / 99 88 78 => +49221998878 | 49 171 2345681 => +491712345681 | 0171-2345682 (privat) => +491712345682 |
    Straße und Hausnummer > address :: Kaiserring 8 | Poststraße 1 | Weg 2 | Hof 3 | Gasse 4
    Adresszusatz
    PLZ > postcode :: 50672 | 50674 | 6108 => 06108 | 04109 | 01069
    Ort > city :: Köln | Köln | Halle (Saale) | Leipzig | Dresden
    Land > country :: Deutschland => Germany | BRD => Germany | D => Germany | deutschland => Germany | DEU => Germany
    Notiz`,
    { delimiter: ';' },
  ),
];
