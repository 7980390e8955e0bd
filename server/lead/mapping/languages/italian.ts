import type { HeaderLanguage } from '../header-language.ts';

export const ITALIAN: HeaderLanguage = {
  names: {
    name: 'Nome, Nome completo, Nome cognome, Cognome nome, Nominativo, Persona contatto, Referente, Nome visualizzato',
    firstName: 'Nome battesimo, Primo nome',
    lastName: 'Cognome',
    email:
      'E-mail, Mail, Posta elettronica, Indirizzo e-mail, Indirizzo mail, Indirizzo posta elettronica, Email',
    phone:
      'Telefono, Tel, Numero telefono, N telefono, Num telefono, Cellulare, Cell, Numero cellulare, Telefono cellulare, Telefono mobile, Telefono fisso, Recapito telefonico, Numero WhatsApp, Mobile, N cellulare, Numero telefonico, Recapito, Tel cellulare, Tel cell',
    carrier: 'Operatore, Operatore telefonico, Gestore telefonico',
    country:
      'Paese, Nazione, Codice paese, Paese regione, Paese residenza, Codice nazione, Codice ISO paese, Codice ISO nazione',
    city: 'Città, Comune, Località, Città residenza',
    address:
      'Indirizzo, Indirizzo postale, Indirizzo completo, Indirizzo residenza, Via numero civico, Via numero, Via civico, Via ufficio, Via uff, Via abitazione, Via ab, Indirizzo riga, Via Piazza, Indirizzo numero civico, Indirizzo civico, Via n civico',
    postcode: 'CAP, C.A.P., Codice postale, Codice avviamento postale',
    ip: 'Indirizzo IP',
    brand: 'Marca, Marchio',
    currency: 'Valuta, Valuta deposito',
    depositAmount:
      'Importo deposito, Importo depositato, Deposito totale, Totale depositi, Totale depositato',
    depositDate: 'Data deposito, Data primo deposito',
    source: 'Fonte, Fonte lead, Fonte traffico, Origine, Origine lead, Sorgente, Provenienza',
    card: 'Carta, Tipo carta, Carta credito',
    affiliate: 'Affiliato, ID affiliato',
    landingPage: 'Pagina destinazione, Pagina atterraggio',
    agent: 'Agente, Agente vendita, Agente commerciale',
    status: 'Stato lead, Stato contatto, Stato cliente, Stato cliente potenziale, Stato prospect',
    tags: 'Etichetta, Etichette, Categoria, Categorie',
  },
  halfName: 'Nome',
  articles: 'di del della dello dei degli delle dell d la il lo l gli le e o tuo tua suo qual è',
  beside: 'cliente contatto lead persona principale',
  doubtful:
    'ufficio uff abitazione ab casa residenza lavoro aziendale azienda personale privato fatturazione spedizione altro altra secondario',
  address: 'indirizzo recapito',
};
