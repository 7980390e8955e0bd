import { describe, expect, test } from 'vitest';
import { autoMap } from './auto-map.ts';
import { headerWords, squash } from './header-words.ts';
import { HEADER_LANGUAGES } from './known-headers.ts';

// Columns of exports and forms in nine languages, by the field that each feeds alone; `name` is a full name, and
// `nothing` are columns that hold something else.

const HEADERS: Record<string, Record<string, string>> = {
  'German (Lexware, DATEV, Outlook, Bitrix24, HubSpot)': {
    name: 'Name | Name (Adressattyp natürl. Person) | Vor- und Nachname | Vollständiger Name | Ansprechpartner | Name des Kunden | Anzeigename',
    firstName:
      'Vorname | VORNAME | Ansprechpartner Vorname | Rechnungsadresse: Vorname | Vorname (Adressattyp natürl. Person) | Vorname Kunde',
    lastName: 'Nachname | Familienname',
    email:
      'E-Mail | E-Mail-Adresse | EMail Adresse | Mail-Adresse | E-Mail Geschäftlich | E-Mail Privat | E-Mail 2 | Ihre E-Mail-Adresse',
    phone:
      'Telefon | Telefonnummer | Telefon-Nr. | Tel.-Nr. | Tel. privat | Telefon geschäftlich 2 | Telefon GL | Mobil | Mobilnummer | Mobiltelefon | Handy | Handynummer | Rufnummer | Telefon (mit Vorwahl) | Haupttelefon | Weiteres Telefon | Rückrufnummer | Primäre Telefonnummer',
    country:
      'Land | Land/Region geschäftlich | Länderkürzel | Ländercode | Wohnsitzland | Land ISO | Rechnungsland | Rechnungsadresse Land',
    city: 'Ort | Stadt | Wohnort | Ort geschäftlich | Lieferadresse: Ort',
    address: 'Straße | Strasse | Straße und Hausnummer | Straße, Nr. | Adresse | Anschrift | Straße privat',
    postcode: 'PLZ | Postleitzahl | Postleitzahl geschäftlich',
    ip: 'IP-Adresse',
    currency: 'Währung',
    depositAmount: 'Einzahlungsbetrag | Höhe der Einzahlung | Einzahlungssumme',
    depositDate: 'Einzahlungsdatum | Datum der Einzahlung',
    source: 'Quelle | Lead-Quelle | Herkunft',
    brand: 'Marke',
    status: 'Status | Lead-Status | Status des Leads | Kundenstatus',
    tags: 'Schlagwörter | Kategorien',
    landingPage: 'Zielseite',
    nothing:
      'Telefonart | Telefon Assistent | Telefax | Fax geschäftlich | Ländervorwahl | Firmenname | Firma | Kundennummer | Hausnummer | Adressart | Adresszusatz | Bundesland | Geburtsdatum | Geburtsort | E-Mail-Typ | E-Mail: Angezeigter Name | Bemerkung (Telefon) | Ortsteil | Landkreis | Name des/der Vorgesetzten | Anrede | Straßenbahn | Betrag | Einzahlung',
  },
  'French (Outlook, Brevo, HubSpot, Odoo)': {
    name: 'Nom | Nom complet | Nom et prénom | Prénom et nom | Nom du client | Personne de contact',
    firstName: 'Prénom | PRENOM | Prénom du contact',
    lastName: 'Nom de famille',
    email:
      'E-mail | Adresse e-mail | Adresse mail | Adresse de messagerie | Courriel | Mail pro | Votre adresse email',
    phone:
      'Téléphone | Tél. | Tél. mobile | N° de téléphone | Numéro de téléphone | Numéro de téléphone portable | Téléphone portable | Portable | Téléphone (bureau) | Téléphone (domicile) 2 | GSM | Téléphone du client',
    country: 'Pays | Pays/Région (bureau) | Code pays | Pays de résidence',
    city: 'Ville | Ville (bureau) | Commune',
    address: 'Adresse | Adresse postale | Rue | Rue (bureau) | Adresse ligne 1 | Adresse de facturation',
    postcode: 'Code postal | Code postal (bureau) | CP | NPA | Adresse : code postal',
    ip: 'Adresse IP',
    currency: 'Devise',
    depositAmount: 'Montant du dépôt | Total des dépôts',
    depositDate: 'Date de dépôt | Date du premier dépôt',
    source: 'Source | Source du lead | Origine du lead',
    brand: 'Marque',
    status: 'Statut | Statut du lead',
    tags: 'Étiquettes | Catégories',
    landingPage: "Page de destination | Page d'atterrissage",
    nothing:
      "Nom de l'entreprise | Société | Type de téléphone | Indicatif téléphonique | Télécopie (bureau) | Téléphone de l'assistant(e) | Type de messagerie | Date de naissance | Ville de naissance | Pays de naissance | Page Web | Nom de jeune fille | Nom du fichier | Numéro client | Civilité | Adresse du site | Code promo | Numéro de rue | Statut marital",
  },
  'Spanish (HubSpot, Bitrix24, Shopify, Outlook)': {
    name: 'Nombre | Nombre completo | Nombre y apellidos | Nombre del cliente | Persona de contacto',
    firstName: 'Primer nombre | Nombre de pila',
    lastName: 'Apellidos | Apellido | Primer apellido',
    email: 'Correo | Correo electrónico | Dirección de correo electrónico | Email | Correo del contacto',
    phone:
      'Teléfono | Teléfono móvil | Móvil | Celular | Número de teléfono | Número de celular | Nº de teléfono | Teléfono del trabajo | Teléfono particular | Número de WhatsApp | Tlf. | Tel. móvil | Cel.',
    country: 'País | País/Región | País o región | Código de país',
    city: 'Ciudad | Localidad | Población | Ciudad de la dirección de facturación',
    address: 'Dirección | Domicilio | Calle | Dirección postal | Calle y número | Dirección 2',
    postcode: 'Código postal | C.P. | Cód. Postal',
    ip: 'Dirección IP',
    currency: 'Moneda | Divisa',
    depositAmount: 'Importe del depósito | Monto del depósito | Total depositado',
    depositDate: 'Fecha de depósito | Fecha del primer depósito',
    source: 'Fuente | Origen del lead | Fuente original',
    brand: 'Marca',
    status: 'Estado del lead',
    tags: 'Etiquetas | Categoría',
    landingPage: 'Página de destino',
    nothing:
      'Estado | Provincia | Nombre de la empresa | Empresa | Tipo de teléfono | Fecha de nacimiento | País de nacimiento | Apartado postal | Prefijo telefónico | Sitio web | Dirección del sitio web | Nombre de usuario | Nombre del archivo | Cargo | Segundo nombre | Importe | Fecha',
  },
  'Portuguese (RD Station, HubSpot, Google)': {
    name: 'Nome | Nome completo | Nome e sobrenome | Nome do cliente',
    firstName: 'Primeiro nome',
    lastName: 'Sobrenome | Apelido | Último nome',
    email: 'E-mail | Endereço de e-mail | Email | Correio eletrônico | Seu e-mail',
    phone:
      'Telefone | Celular | Telemóvel | Telefone celular | Número de telefone | Nº de telefone | Telefone com DDD | Telefone comercial | Telefone 2 | Telefone para contato | Celular com DDD',
    country: 'País | País/Região',
    city: 'Cidade | Município | Cidade do endereço residencial',
    address: 'Endereço | Morada | Rua | Logradouro',
    postcode: 'CEP | Código postal | CEP do endereço comercial',
    ip: 'Endereço IP',
    currency: 'Moeda',
    depositAmount: 'Valor do depósito | Total depositado',
    depositDate: 'Data do depósito',
    source: 'Fonte | Origem do lead | Origem',
    status: 'Situação | Status do lead',
    tags: 'Etiquetas | Categorias',
    landingPage: 'Página de destino',
    nothing:
      'Estado | Nome da empresa | Tipo de telefone | Data de nascimento | CPF | Bairro | Nome do arquivo | Site | Cargo | Valor | Cidade natal | Nome da mãe',
  },
  'Italian (Fatture in Cloud, Outlook, HubSpot)': {
    name: 'Nome | Nome e cognome | Cognome e nome | Nominativo | Referente',
    firstName: 'Primo nome',
    lastName: 'Cognome | Cognome cliente',
    email: 'E-mail | Indirizzo e-mail | Posta elettronica | Indirizzo email',
    phone:
      'Telefono | Cellulare | Numero di telefono | Numero di cellulare | N. telefono | Tel. | Telefono ufficio | Telefono cellulare',
    country: 'Paese | Nazione | Paese/Regione',
    city: 'Città | Comune | Località | Città (uff.)',
    address:
      'Indirizzo | Indirizzo di fatturazione | Via e numero civico | Via (uff.) | Via/Piazza | Indirizzo e numero civico',
    postcode: 'CAP | Codice postale',
    ip: 'Indirizzo IP',
    currency: 'Valuta',
    depositAmount: 'Importo del deposito | Totale depositi',
    depositDate: 'Data del deposito',
    source: 'Fonte | Origine | Provenienza',
    status: 'Stato del lead | Stato cliente potenziale',
    tags: 'Etichette | Categoria',
    landingPage: 'Pagina di destinazione',
    nothing:
      'Stato | Provincia | Ragione sociale | Partita IVA | Codice fiscale | Tipo telefono | Data di nascita | Luogo di nascita | Sito web | Indirizzo sito web | Nome azienda | Nome file | Importo',
  },
  'Dutch (Exact, Teamleader, Outlook)': {
    name: 'Naam | Volledige naam | Contactpersoon | Voor- en achternaam',
    firstName: 'Voornaam | Voornaam klant',
    lastName: 'Achternaam',
    email: 'E-mail | E-mailadres | Email-adres | E-mailadres (werk)',
    phone:
      'Telefoon | Telefoonnummer | Mobiel | Mobiel nummer | Mobiele telefoon | Gsm-nummer | Telefoon zakelijk | Telefoon thuis 2',
    country: 'Land | Landcode | Land/regio',
    city: 'Plaats | Woonplaats | Stad | Werkadres, plaats | Vestigingsplaats',
    address:
      'Adres | Straat | Straat en huisnummer | Factuur adres | Factuuradres | Huisadres, straat | Straat en nr.',
    postcode: 'Postcode',
    ip: 'IP-adres',
    currency: 'Valuta',
    depositAmount: 'Stortingsbedrag',
    depositDate: 'Stortingsdatum | Datum van storting',
    source: 'Bron | Leadbron',
    status: 'Status | Leadstatus',
    tags: 'Labels | Categorieën',
    landingPage: 'Landingspagina',
    nothing:
      'Bedrijfsnaam | Bedrijf | Huisnummer | Provincie | Geboortedatum | Geboorteplaats | Soort telefoon | Tussenvoegsel | Klantnummer | Website adres | Landnummer | Naam van het bestand',
  },
  'Polish (Bitrix24, Livespace, Outlook)': {
    name: 'Imię i nazwisko | Osoba kontaktowa | Imię i nazwisko klienta',
    firstName: 'Imię | IMIE | Imię klienta',
    lastName: 'Nazwisko',
    email: 'E-mail | Adres e-mail | Email | Adres email służbowy',
    phone:
      'Telefon | Numer telefonu | Nr telefonu | Nr tel. | Telefon komórkowy | Komórka | Telefon służbowy | Tel. kom. | Telefon 2 | Telefon podstawowy | Numer kontaktowy | Osoba kontaktowa - telefon',
    country: 'Kraj | Państwo | Kraj zamieszkania',
    city: 'Miasto | Miejscowość | Adres służbowy - miejscowość',
    address: 'Adres | Ulica | Ulica i numer | Adres zamieszkania | Adres domowy - ulica | Ulica i nr domu',
    postcode: 'Kod pocztowy | Adres służbowy - kod pocztowy | Kod poczt.',
    ip: 'Adres IP',
    currency: 'Waluta',
    depositAmount: 'Kwota depozytu | Kwota wpłaty',
    depositDate: 'Data wpłaty | Data pierwszego depozytu',
    source: 'Źródło | Źródło leada',
    brand: 'Marka',
    status: 'Status | Status leada',
    tags: 'Tagi | Etykiety',
    landingPage: 'Strona docelowa',
    nothing:
      'Nazwa firmy | Firma | Województwo | Data urodzenia | Miejsce urodzenia | Typ telefonu | Strona internetowa | Drugie imię | Nazwa pliku | NIP | Adres strony | Numer klienta | Numer domu | Kod rabatowy',
  },
  'Turkish (forms, Logo, HubSpot)': {
    name: 'Ad Soyad | ADI SOYADI | Adınız Soyadınız | İsim Soyisim | Yetkili Kişi',
    firstName: 'İlk Adı | Ön ad',
    lastName: 'Soyad | Soyadı | SOYADI',
    email: 'E-posta | E-Posta Adresi | Eposta | E-mail adresi | Elektronik Posta Adresi | İş e-postası',
    phone:
      'Telefon | Telefon Numarası | Cep Telefonu | CEP TELEFONU | Cep No | GSM | Telefon No | İş Telefonu | Ev Telefonu',
    country: 'Ülke | ÜLKE | Ülke/Bölge | Ülke Kodu',
    city: 'Şehir | İl | ŞEHİR | İş-Şehir | İl/Şehir',
    address: 'Adres | Açık Adres | Sokak',
    postcode: 'Posta Kodu',
    ip: 'IP Adresi',
    currency: 'Para Birimi',
    depositAmount: 'Yatırım Tutarı | Toplam Yatırım',
    depositDate: 'Yatırım Tarihi',
    source: 'Kaynak | Lead Kaynağı',
    brand: 'Marka',
    agent: 'Satış Temsilcisi',
    status: 'Durum',
    tags: 'Etiketler | Kategori',
    nothing:
      'Şirket Adı | Firma | İlçe | Doğum Tarihi | Doğum Yeri | Telefon Türü | Web Adresi | Kullanıcı Adı | Dosya Adı | Müşteri No | Tutar | Ülke Müdürü',
  },
  'Russian (1C, Битрикс24, amoCRM, Tilda)': {
    name: 'ФИО | Ф.И.О. | Имя | Полное имя | Контактное лицо | ФИО клиента | Имя контакта | Ваше имя',
    lastName: 'Фамилия | ФАМИЛИЯ',
    email:
      'E-mail | Рабочий e-mail | Частный e-mail | Рабочий email | Электронная почта | Эл. почта | Адрес электронной почты | Почта | E-mail для рассылок',
    phone:
      'Телефон | Номер телефона | Мобильный телефон | Рабочий телефон | Рабочий прямой телефон | Домашний телефон | Другой телефон | Моб. телефон | Контактный телефон | Телефон клиента | Телефон 2 | Телефон для рассылок | Мобильный | Телефон переносной | Телефон раб. 2 | Моб.',
    country: 'Страна | Код страны | Страна проживания',
    city: 'Город | Населенный пункт | Населённый пункт',
    address: 'Адрес | Улица | Улица, номер дома | Почтовый адрес | Фактический адрес',
    postcode: 'Индекс | Почтовый индекс | Индекс (раб. адрес) | Почтовый код',
    ip: 'IP-адрес | IP',
    currency: 'Валюта',
    depositAmount: 'Сумма депозита | Общий депозит',
    depositDate: 'Дата депозита | Дата первого депозита',
    source: 'Источник | Источник лида | Источник заявки',
    brand: 'Бренд',
    agent: 'Агент',
    status: 'Статус | Статус заявки',
    tags: 'Теги | Метки | Категория',
    landingPage: 'Посадочная страница | Лендинг',
    nothing:
      'Отчество | Название компании | Компания | Тип телефона | Номер факса | Номер пейджера | Дата рождения | Место рождения | Регион | Область | Дополнительно об источнике | Имя файла | Должность | Ответственный | Корпоративный сайт | Адрес сайта | Наименование | ИНН | Сумма | Менеджер страны | Индекс качества | Номер дома',
  },
};

function fieldOf(column: string): string {
  const { mapping, nameColumn } = autoMap([column], []);
  return mapping[column] ?? (nameColumn === column ? 'name' : 'nothing');
}

describe.each(Object.entries(HEADERS))('%s', (_language, headers) => {
  test.each(Object.entries(headers))('columns that feed %s', (field, list) => {
    const columns = list.split(' | ');
    expect(columns.map((column) => [column, fieldOf(column)])).toEqual(
      columns.map((column) => [column, field]),
    );
  });
});

const FILES: [string, string, Record<string, string>][] = [
  [
    'Name;Vorname;PLZ;Ort;Telefon;Telefax',
    'German',
    { Name: 'lastName', Vorname: 'firstName', PLZ: 'postcode', Ort: 'city', Telefon: 'phone' },
  ],
  [
    'Nom;Prénom;Ville;Tél. fixe;Portable',
    'French',
    { Nom: 'lastName', Prénom: 'firstName', Ville: 'city', 'Tél. fixe': 'phone' },
  ],
  [
    'Nombre;Apellidos;Correo electrónico',
    'Spanish',
    { Nombre: 'firstName', Apellidos: 'lastName', 'Correo electrónico': 'email' },
  ],
  [
    'Nome;Cognome;CAP;Comune;Provincia',
    'Italian',
    { Nome: 'firstName', Cognome: 'lastName', CAP: 'postcode', Comune: 'city' },
  ],
  ['Ad;Soyad;İl;İlçe', 'Turkish', { Ad: 'firstName', Soyad: 'lastName', İl: 'city' }],
  [
    'Фамилия;Имя;Отчество;Рабочий телефон;Мобильный телефон',
    'Russian',
    { Фамилия: 'lastName', Имя: 'firstName', 'Мобильный телефон': 'phone' },
  ],
  ['Name;Surname;Mobile', 'English', { Name: 'firstName', Surname: 'lastName', Mobile: 'phone' }],
  ['Telefon geschäftlich;Telefon privat;Mobiltelefon', 'German', { Mobiltelefon: 'phone' }],
];

test.each(FILES)('%s (%s)', (columns, _language, mapping) => {
  expect(autoMap(columns.split(';'), [])).toEqual({ mapping, nameColumn: null });
});

test('no two languages give one name to different fields', () => {
  const fields = new Map<string, string>();
  const clashes = HEADER_LANGUAGES.flatMap(({ names }) =>
    Object.entries(names).flatMap(([field, list]) =>
      list.split(',').flatMap((name) => {
        const key = squash(headerWords(name).join(' '));
        const other = fields.get(key) ?? field;
        fields.set(key, field);
        return other === field ? [] : [`${name.trim()}: ${other}, ${field}`];
      }),
    ),
  );
  expect(clashes).toEqual([]);
});
