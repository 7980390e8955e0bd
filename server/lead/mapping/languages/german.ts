import type { HeaderLanguage } from '../header-language.ts';

export const GERMAN: HeaderLanguage = {
  names: {
    name: 'Name, Voller Name, Vollständiger Name, Vor- und Nachname, Vorname Nachname, Vorname Name, Nachname Vorname, Name Vorname, Ansprechpartner, Kontaktperson, Kontaktname, Kundenname, Anzeigename, Kontakt Name',
    firstName: 'Vorname, Vornamen, Rufname',
    lastName: 'Nachname, Familienname, Zuname',
    email: 'E-Mail, Mail, E-Mail-Adresse, Mailadresse, E-Mail-Anschrift',
    phone:
      'Telefon, Telefonnummer, Telefonnr, Telefon Nr, Tel, Tel Nr, Rufnummer, Fon, Handy, Handynummer, Handynr, Mobil, Mobilnummer, Mobilnr, Mobiltelefon, Mobilfunk, Mobilfunknummer, Mobiltelefonnummer, Telefon mobil, Tel mobil, Festnetz, Festnetznummer, Haupttelefon, WhatsApp-Nummer, Mobilfunknr, Haupttelefonnummer, Rückrufnummer, Telefon tagsüber, Telefon Handy, Telefon Mobil',
    carrier: 'Netzbetreiber, Mobilfunkanbieter, Mobilfunkbetreiber, Telefonanbieter',
    country:
      'Land, Ländercode, Länderkürzel, Landesname, Staat, Wohnsitzland, Land Region, Land ISO, Land Name, Ländername, Länderkennung, Länderkennzeichen, Wohnland, Rechnungsland',
    city: 'Ort, Stadt, Wohnort, Ortschaft, Ort Stadt, Stadt Ort, Stadtname, Gemeinde, Rechnungsort',
    address:
      'Adresse, Anschrift, Straße, Str, Straße Hausnummer, Straße Hausnr, Straße Nr, Postanschrift, Postadresse, Wohnadresse, Straßenname, Adresszeile, Rechnungsadresse, Rechnungsanschrift, Wohnanschrift, Hausanschrift, Straße mit Hausnummer, Straße mit Nr',
    postcode: 'PLZ, Postleitzahl',
    ip: 'IP-Adresse',
    brand: 'Marke, Markenname',
    currency: 'Währung, Einzahlungswährung',
    depositAmount:
      'Einzahlungsbetrag, Einzahlungssumme, Betrag Einzahlung, Höhe Einzahlung, Gesamteinzahlung, Summe Einzahlungen, Einzahlung Betrag, Ersteinzahlung Betrag, Betrag Ersteinzahlung, Ersteinzahlungsbetrag',
    depositDate:
      'Einzahlungsdatum, Datum Einzahlung, Datum Ersteinzahlung, Einzahlung Datum, Ersteinzahlungsdatum',
    source:
      'Quelle, Leadquelle, Lead-Quelle, Leadherkunft, Traffic-Quelle, Datenquelle, Kontaktquelle, Herkunft, Kontaktherkunft, Ursprung',
    card: 'Karte, Kreditkarte, Kartentyp',
    landingPage: 'Landingpage, Zielseite, Landeseite',
    agent: 'Agent, Vertriebsagent, Verkaufsagent',
    status: 'Status, Leadstatus, Kontaktstatus, Kundenstatus, Bearbeitungsstatus',
    tags: 'Schlagwort, Schlagwörter, Schlagworte, Stichwort, Stichwörter, Kategorie, Kategorien, Etikett, Etiketten, Stichworte, Markierung, Markierungen',
  },
  halfName: 'Name',
  articles: 'der die das des dem den und oder ihr ihre deine dein wie lautet',
  beside:
    'kunde kunden kontakt kontakts lead leads person interessent interessenten haupt ansprechpartner ansprechpartners ansprechpartnerin kontaktperson primär primäre primärer primäres',
  doubtful:
    'geschäftlich geschäftl dienstlich beruflich privat büro firma firmen unternehmen arbeit zentrale weitere weiterer weiteres andere alternative zweite rechnung lieferung gl',
  address:
    'adresse anschrift rechnungsadresse lieferadresse rechnungsanschrift lieferanschrift privatadresse geschäftsadresse firmenadresse postadresse hauptadresse',
};
