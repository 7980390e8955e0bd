import type { HeaderLanguage } from '../header-language.ts';

export const DUTCH: HeaderLanguage = {
  names: {
    name: 'Naam, Volledige naam, Voor- en achternaam, Voornaam achternaam, Contactpersoon, Naam contactpersoon, Klantnaam, Weergavenaam',
    firstName: 'Voornaam, Roepnaam',
    lastName: 'Achternaam, Familienaam, Naam achternaam',
    email: 'E-mail, E-mailadres, Mailadres, Mail',
    phone:
      'Telefoon, Telefoonnummer, Telefoonnr, Tel, Telnr, Mobiel, Mobiele telefoon, Mobiel nummer, Mobiele nummer, Mobiel telefoonnummer, Telefoon mobiel, Gsm, Gsm-nummer, Vaste telefoon, WhatsApp-nummer, Mobiel nr, Telefoon vast, Vast nummer, Contactnummer, 06-nummer',
    carrier: 'Provider, Telecomprovider, Netwerkaanbieder',
    country: 'Land, Landcode, Land regio, Land verblijf, Landnaam, Land ISO',
    city: 'Plaats, Stad, Woonplaats, Plaatsnaam, Gemeente, Stad plaats, Plaats stad, Vestigingsplaats',
    address:
      'Adres, Straat, Straatnaam, Straat huisnummer, Straat nummer, Postadres, Woonadres, Adresregel, Straat nr, Straatnaam huisnummer, Factuuradres, Bezoekadres',
    postcode: 'Postcode, Postnummer',
    ip: 'IP-adres',
    brand: 'Merk, Merknaam',
    currency: 'Valuta, Munteenheid',
    depositAmount: 'Stortingsbedrag, Bedrag storting, Gestort bedrag, Totale storting, Totaal gestort',
    depositDate: 'Stortingsdatum, Datum storting, Datum eerste storting',
    source: 'Bron, Leadbron, Herkomst lead, Verkeersbron, Herkomst',
    card: 'Kaart, Kaarttype, Creditcard',
    landingPage: 'Landingspagina, Bestemmingspagina',
    agent: 'Agent, Verkoopagent',
    status: 'Status, Leadstatus, Klantstatus, Contactstatus',
    tags: 'Label, Labels, Categorie, Categorieën, Trefwoorden',
  },
  halfName: 'Naam',
  articles: 'de het een van der den en of uw je jouw wat is',
  beside: 'klant contact lead persoon contactpersoon primair primaire hoofd',
  doubtful: 'werk privé zakelijk zakelijke thuis kantoor bedrijf factuur overig overige ander andere tweede',
  address: 'adres werkadres huisadres thuisadres postadres factuuradres bezoekadres afleveradres',
};
