import type { HeaderLanguage } from '../header-language.ts';

export const ITALIAN: HeaderLanguage = {
  names: {
    name: 'Nome, Nome completo, Nome cognome, Cognome nome, Nominativo, Persona contatto, Referente',
    firstName: 'Nome battesimo, Primo nome',
    lastName: 'Cognome',
    email: 'E-mail, Mail, Posta elettronica, Indirizzo e-mail, Indirizzo mail, Indirizzo posta elettronica',
    phone:
      'Telefono, Tel, Numero telefono, N telefono, Num telefono, Cellulare, Cell, Numero cellulare, Telefono cellulare, Telefono mobile, Telefono fisso, Recapito telefonico, Numero WhatsApp, Mobile',
    carrier: 'Operatore, Operatore telefonico, Gestore telefonico',
    country: 'Paese, Nazione, Codice paese, Paese regione, Paese residenza',
    city: 'Città, Comune, Località, Città residenza',
    address:
      'Indirizzo, Indirizzo postale, Indirizzo completo, Indirizzo residenza, Via numero civico, Via numero, Indirizzo riga',
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
    status: 'Stato lead, Stato contatto',
    tags: 'Etichetta, Etichette, Categoria, Categorie',
  },
  halfName: 'Nome',
  articles: 'di del della dello dei degli delle dell d la il lo l gli le e o tuo tua suo qual è',
  beside: 'cliente contatto lead persona principale',
  doubtful:
    'ufficio casa lavoro aziendale azienda personale privato fatturazione spedizione altro altra secondario',
};
