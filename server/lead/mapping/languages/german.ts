import type { HeaderLanguage } from '../header-language.ts';

export const GERMAN: HeaderLanguage = {
  names: {
    name: 'Name, Voller Name, Vollständiger Name, Vor- und Nachname, Vorname Nachname, Vorname Name, Nachname Vorname, Name Vorname, Ansprechpartner, Kontaktperson, Kontaktname, Kundenname',
    firstName: 'Vorname, Vornamen, Rufname',
    lastName: 'Nachname, Familienname, Zuname',
    email: 'E-Mail, Mail, E-Mail-Adresse, Mailadresse',
    phone:
      'Telefon, Telefonnummer, Telefonnr, Telefon Nr, Tel, Tel Nr, Rufnummer, Fon, Handy, Handynummer, Handynr, Mobil, Mobilnummer, Mobilnr, Mobiltelefon, Mobilfunk, Mobilfunknummer, Mobiltelefonnummer, Telefon mobil, Tel mobil, Festnetz, Festnetznummer, Haupttelefon, WhatsApp-Nummer',
    carrier: 'Netzbetreiber, Mobilfunkanbieter, Mobilfunkbetreiber, Telefonanbieter',
    country: 'Land, Ländercode, Länderkürzel, Landesname, Staat, Wohnsitzland, Land Region',
    city: 'Ort, Stadt, Wohnort, Ortschaft',
    address:
      'Adresse, Anschrift, Straße, Str, Straße Hausnummer, Straße Hausnr, Straße Nr, Postanschrift, Postadresse, Wohnadresse, Straßenname, Adresszeile',
    postcode: 'PLZ, Postleitzahl',
    ip: 'IP-Adresse',
    brand: 'Marke, Markenname',
    currency: 'Währung, Einzahlungswährung',
    depositAmount:
      'Einzahlungsbetrag, Einzahlungssumme, Betrag Einzahlung, Höhe Einzahlung, Gesamteinzahlung, Summe Einzahlungen',
    depositDate: 'Einzahlungsdatum, Datum Einzahlung, Datum Ersteinzahlung',
    source: 'Quelle, Leadquelle, Lead-Quelle, Leadherkunft, Traffic-Quelle, Datenquelle, Kontaktquelle',
    card: 'Karte, Kreditkarte, Kartentyp',
    landingPage: 'Landingpage, Zielseite, Landeseite',
    agent: 'Agent, Vertriebsagent, Verkaufsagent',
    status: 'Status, Leadstatus',
    tags: 'Schlagwort, Schlagwörter, Schlagworte, Stichwort, Stichwörter, Kategorie, Kategorien, Etikett, Etiketten',
  },
  halfName: 'Name',
  articles: 'der die das des dem den und oder ihr ihre deine dein wie lautet',
  beside: 'kunde kunden kontakt kontakts lead leads person interessent interessenten haupt',
  doubtful:
    'geschäftlich geschäftl dienstlich beruflich privat büro firma firmen unternehmen arbeit zentrale weitere weiterer weiteres andere alternative zweite rechnung lieferung gl',
};
