import { documentedFile } from './documented-file.ts';

export const ITALIAN_FILES = [
  documentedFile(
    ['Outlook', 'Italian', 'Header of the contacts CSV, it-IT'],
    `
    Titolo :: Dott. | Sig.ra | | |
    Nome > firstName :: Niccolò | Maria Grazia | Beppe | Chiara | Ilaria
    Secondo nome
    Cognome > lastName :: D'Angelo | De Luca | Sanità | Bianchi | Lo Presti
    Titolo straniero
    Società :: Verdi S.r.l. | | | |
    Reparto
    Posizione :: Responsabile acquisti | | | |
    Via (uff.) > address :: Via Roma, 12/A | Piazza Duomo 1 | Corso Umberto I 45 | Via Po 3 | V.le Europa 100
    Via (uff.) 2
    Città (uff.) > city :: Torino | Milano | Napoli | Roma | Forlì
    Provincia (uff.) :: TO | MI | NA | RM | FC
    CAP (uff.) > postcode :: 10121 | 20122 | 80138 | 144 => 00144 | 47121
    Paese (uff.) > country :: Italia => Italy | Italia => Italy | IT => Italy | ITALIA => Italy | Italia => Italy
    Via (ab.)
    Città (ab.)
    Provincia (ab.)
    CAP (ab.)
    Paese (ab.)
    Telefono assistente
    Fax (uff.) :: 011 5551235 | | | |
    Ufficio :: 011 5551234 | | | |
    Ufficio 2
    Richiamata automatica
    Telefono auto
    Telefono principale società
    Abitazione
    Abitazione 2
    ISDN
    Cellulare > phone :: 347 123 4567 => +393471234567 | 0039 333 7654321 => +393337654321 | 3281112223 => +393281112223 | +39 02 1234 5678 => +390212345678 | cell. 340-9998877 => +393409998877
    Altro fax
    Altro telefono
    Cercapersone
    Telefono principale
    Indirizzo posta elettronica > email :: niccolo@example.it | mg.deluca@example.it | Beppe <beppe@example.it> => beppe@example.it | chiara@example.it | ilaria@example.it
    Tipo posta elettronica :: SMTP | SMTP | SMTP | SMTP | SMTP
    Nome visualizzato posta elettronica
    Nome assistente
    Nome manager
    Nome coniuge
    Categorie > tags :: Clienti | Clienti, Fiera | | | Fornitori
    Compleanno > date :: 02/06/1985 => 1985-06-02 | 15/08/1971 => 1971-08-15 | 00/00/00 => | 3 maggio 1990 => 1990-05-03 | 31/10/1966 => 1966-10-31
    Cod. Fisc./P. IVA
    Luogo
    Notes
    Pagina Web
    Sesso :: Non specificato | Non specificato | Non specificato | Non specificato | Non specificato`,
    { encoding: 'windows-1252' },
  ),
  documentedFile(
    ['Qhub FTE', 'Italian', 'Import Clienti (import per aziende)'],
    `
    Tipo Anagrafica :: 3 | 3 | 2 | 3 | 3
    Denominazione :: Rossi Mario | Verdi Paola | Prati S.n.c. | Cabrini Manuela | Greco Ugo
    Cognome > lastName :: Rossi | Verdi | Prati | Cabrini | Greco
    Nome > firstName :: Mario | Paola | Pierino | Manuela | Ugo
    Codice Fiscale :: RSSMRA75G13F103H | VRDPLA81H51F234U | | |
    Codice Destinazione :: 0000000 | 0000000 | M5UXCR1 | 0000000 | 0000000
    Indirizzo > address :: Via Garibaldi | Viale Monza | Strada Statale | Via Etnea | Via Appia
    Civico :: 12 | 45 | 9 | 101 | 7
    Comune > city :: Genova | Milano | Bari | Catania | Roma
    CAP > postcode :: 16124 | 20127 | 70132 | 95131 | 00179
    Provincia :: GE | MI | BA | CT | RM
    Nazione > country :: Italia => Italy | Italia => Italy | Svizzera => Switzerland | IT => Italy | Italia => Italy
    Telefono > phone :: 010 2345678 => +390102345678 | 3351234567 => +393351234567 | 091 922 11 22 => +41919221122 | 095-123456 => +39095123456 | +39 06 7001234 => +39067001234
    Fax
    E-Mail > email :: mario.rossi@example.it | paola@example.it | info@prati.example.ch | manuela@example.it | ugo@example.it
    PEC :: mario@pec.example.it | | | |
    Banca
    IBAN
    SplitPayment :: 0 | 0 | 1 | 0 | 0
    Newsletter > boolean :: Sì => true | No => false | si => true | no => false | Sì => true
    Fatturato > number :: € 1.234,50 => 1234.5 | € 0,00 => 0 | 25.000,00 => 25000 | € 99,90 => 99.9 | 1.000 => 1000`,
    { delimiter: ';' },
  ),
];
