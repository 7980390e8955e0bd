import type { HeaderLanguage } from '../header-language.ts';

export const DUTCH: HeaderLanguage = {
  names: {
    name: 'Naam, Volledige naam, Voor- en achternaam, Voornaam achternaam, Contactpersoon, Naam contactpersoon, Klantnaam',
    firstName: 'Voornaam, Roepnaam',
    lastName: 'Achternaam, Familienaam',
    email: 'E-mail, E-mailadres, Mailadres, Mail',
    phone:
      'Telefoon, Telefoonnummer, Telefoonnr, Tel, Telnr, Mobiel, Mobiele telefoon, Mobiel nummer, Mobiele nummer, Mobiel telefoonnummer, Telefoon mobiel, Gsm, Gsm-nummer, Vaste telefoon, WhatsApp-nummer',
    carrier: 'Provider, Telecomprovider, Netwerkaanbieder',
    country: 'Land, Landcode, Land regio, Land verblijf',
    city: 'Plaats, Stad, Woonplaats, Plaatsnaam, Gemeente',
    address: 'Adres, Straat, Straatnaam, Straat huisnummer, Straat nummer, Postadres, Woonadres, Adresregel',
    postcode: 'Postcode',
    ip: 'IP-adres',
    brand: 'Merk, Merknaam',
    currency: 'Valuta, Munteenheid',
    depositAmount: 'Stortingsbedrag, Bedrag storting, Gestort bedrag, Totale storting, Totaal gestort',
    depositDate: 'Stortingsdatum, Datum storting, Datum eerste storting',
    source: 'Bron, Leadbron, Herkomst lead, Verkeersbron',
    card: 'Kaart, Kaarttype, Creditcard',
    landingPage: 'Landingspagina, Bestemmingspagina',
    agent: 'Agent, Verkoopagent',
    status: 'Status, Leadstatus',
    tags: 'Label, Labels, Categorie, Categorieën, Trefwoorden',
  },
  halfName: 'Naam',
  articles: 'de het een van der den en of uw je jouw wat is',
  beside: 'klant contact lead persoon',
  doubtful: 'werk privé zakelijk zakelijke thuis kantoor bedrijf factuur overig overige andere tweede',
};
