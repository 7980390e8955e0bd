import { documentedFile } from './documented-file.ts';

/** Files that were written after the dictionaries were complete, and measured once. */
export const FRESH_FILES = [
  documentedFile(
    ['HighLevel', 'English', 'CSV File Format for Importing Contacts and Opportunities'],
    `
    First Name > firstName :: John | Jane | Rita | Omar | Kai
    Last Name > lastName :: Doe | Smith | Mora | Sy | Lund
    Email > email :: john@example.com | jane@example.com | rita@example.com | omar@example.com | kai@example.com
    Phone > phone :: +13125550170 => +13125550170 | +1 415-555-0171 => +14155550171 | (+1) 646 555 0172 => +16465550172 | +221 77 123 45 67 => +221771234567 | +47 412 34 567 => +4741234567
    Company :: ABC Corp | XYZ Ltd | | |
    Tags > tags :: VIP, Lead | Customer | | Lead | VIP, Expo
    Status > status :: New => new | Active | Contacted => contacted | Lost | Qualified => qualified
    Created Date :: 01/01/2024 | 02/02/2024 | | |
    Additional Phone :: +17877123462 | | | |`,
  ),
  documentedFile(
    ['QFloors', 'English', 'CSV Contact Import'],
    `
    Last Name > lastName :: Hale | Ito | Cox | Roy | Bond
    First Name > firstName :: Ann | Ken | Bea | Lou | Max
    Street 1 > address :: 9 Elm St | 8 Oak Ave | 7 Ash Rd | 6 Fir Ct | 5 Bay Dr
    Street 2 :: Unit B | | | |
    City > city :: Provo | Ogden | Logan | Sandy | Moab
    State :: UT | UT | UT | UT | UT
    Zip > postcode :: 84601 | 84401 | 84321 | 84070 | 84532
    Phone > phone :: +18015550180 => +18015550180 | 1 801 555 0181 | +1 435 555 0182 => +14355550182 | | +1 (435) 555-0183 => +14355550183
    Cell
    Email > email :: ann@example.com | ken@example.com | bea@example.com | lou@example.com | max@example.com
    Notes`,
  ),
  documentedFile(
    ['berliCRM', 'German', 'languages/de_de/Leads.php (export of leads)'],
    `
    Lead Nr. :: LEA1 | LEA2 | LEA3 | LEA4 | LEA5
    Anrede :: Herr | Frau | Frau | Herr | Frau
    Vorname > firstName :: Bernd | Ilse | Nadja | Timo | Wiebke
    Nachname > lastName :: Krüger | Weißhaupt | Petrova | Möhring | Claasen
    Organisation :: Krüger KG | | | |
    Funktion :: Einkauf | | | |
    Lead Quelle > source :: Messe | Webseite | Kaltakquise | Empfehlung | Messe
    Lead Status > status :: kontaktiert => contacted | qualifiziert => qualified | heiß | nicht kontaktiert | verlorener Lead
    primäre E-Mail > email :: bernd@example.de | ilse@example.de | nadja@example.de | timo@example.de | wiebke@example.de
    sekundäre E-Mail
    primäres Telefon > phone :: 0421 334455 => +49421334455 | 0176/11223344 => +4917611223344 | +49 30 998877 => +4930998877 | (089) 556677 => +4989556677 | 040-778899 => +4940778899
    Mobiltelefon
    Fax
    Webseite
    Straße > address :: Am Wall 1 | Ring 2 | Gasse 3 | Platz 4 | Deich 5
    PLZ > postcode :: 28195 | 45127 | 10115 | 80331 | 20457
    Ort > city :: Bremen | Essen | Berlin | München | Hamburg
    Land > country :: Deutschland => Germany | Deutschland => Germany | Deutschland => Germany | Deutschland => Germany | Deutschland => Germany
    Bundesland :: HB | NW | BE | BY | HH
    Postfach
    Anzahl Beschäftigte :: 12 | | | |
    Jahresumsatz > number :: 250.000,00 => 250000 | 1.500 => 1500 | | 99,95 => 99.95 | 0 => 0
    E-Mail Opt-Out > boolean :: nein => false | ja => true | nein => false | nein => false | Ja => true
    Erstellt am > date :: 05.03.2024 14:30 => 2024-03-05 | 29.02.2024 09:00 => 2024-02-29 | 01.12.2023 00:00 => 2023-12-01 | 31.01.2024 23:59 => 2024-01-31 | 10.10.2023 08:05 => 2023-10-10
    Zuständig :: admin | admin | admin | admin | admin`,
    { delimiter: ';' },
  ),
  documentedFile(
    ['CRMLab', 'Spanish', 'Cómo importar mis Clientes'],
    `
    Nombre > name :: Marta Vidal => Marta ~ Vidal | Iván Soler => Iván ~ Soler | Noelia del Río => Noelia ~ del Río | Andrés Cano => Andrés ~ Cano | Eva Roca => Eva ~ Roca
    Correo electrónico > email :: marta@example.es | ivan@example.es | noelia@example.es | andres@example.es | eva@example.es
    Teléfono > phone :: 93 123 45 67 => +34931234567 | 666 11 22 33 => +34666112233 | 677-222-333 => +34677222333 | (+34) 955 111 222 => +34955111222 | 0034688444555 => +34688444555
    Calle > address :: C/ Aragó 12 | Av. Diagonal 400 | Plaza Mayor 1 | C/ Sierpes 9 | Rúa Nova 3
    Ciudad > city :: Barcelona | Barcelona | Cáceres | Sevilla | Santiago
    Provincia :: Barcelona | Barcelona | Cáceres | Sevilla | A Coruña
    Código postal > postcode :: 08015 | 8006 => 08006 | 10003 | 41004 | 15705
    País > country :: España => Spain | Espana => Spain | España => Spain | Spain | ES => Spain
    Descripción :: Cliente antiguo | | | |
    Sitio web
    Posible cliente de origen :: Marta Vidal | | | |
    Fecha de alta > date :: 5 de marzo de 2024 => 2024-03-05 | 31/12/2023 => 2023-12-31 | 1/2/2024 => 2024-02-01 | 15 ene 2024 => 2024-01-15 | 09-04-2024 => 2024-04-09`,
    'xlsx',
  ),
  documentedFile(
    ['WhatsBot', 'Portuguese', 'Contatos: colunas da lista de contatos'],
    `
    Nº SR. :: 1 | 2 | 3 | 4 | 5
    Nome > name :: Carlos Prado => Carlos ~ Prado | Inês Falcão => Inês ~ Falcão | José da Costa => José ~ da Costa | Rute Lima => Rute ~ Lima | Caio Reis => Caio ~ Reis
    Tipo :: Lead | Customer | Lead | Lead | Lead
    Telefone > phone :: +55 11 97777-1111 => +5511977771111 | 5521966662222 | +5531955553333 => +5531955553333 | 00 55 41 94444-4444 => +5541944444444 | +55 (51) 93333-5555 => +5551933335555
    E-mail > email :: carlos@example.com.br | ines@example.com.br | jose@example.com.br | rute@example.com.br | caio@example.com.br
    Atribuído :: Ana | Ana | | |
    Status > status :: Novo => new | Em andamento | Contatado => contacted | Qualificado => qualified | Fechado
    Fonte > source :: Facebook | WhatsApp | Facebook | Site | WhatsApp
    Ativo > boolean :: Sim => true | Não => false | sim => true | não => false | SIM => true
    Criado em > date :: 05/03/2024 10:00 => 2024-03-05 | 13/03/2024 10:00 => 2024-03-13 | 25 de dez. de 2023 => 2023-12-25 | 01/04/2024 => 2024-04-01 | 2024-05-06 => 2024-05-06
    Valor gasto > number :: R$ 1.234,56 => 1234.56 | R$ 0,00 => 0 | 99,90 => 99.9 | R$ 10.000,00 => 10000 | 5 => 5`,
    { delimiter: ';' },
  ),
  documentedFile(
    ['Dolibarr', 'Italian', 'htdocs/langs/it_IT/companies.lang (export of contacts)'],
    `
    Id contatto :: 1 | 2 | 3 | 4 | 5
    Titolo :: Sig. | Sig.ra | | Dott. |
    Cognome > lastName :: Ferri | De Rosa | Costa | Conti | Riva
    Nome > firstName :: Ugo | Carla | Elio | Dario | Nora
    Posizione/funzione :: Titolare | | | |
    Indirizzo > address :: Via Larga 3 | Corso Italia 8 | Via Nuova 1 | Piazza Verdi 2 | Via al Lago 4
    CAP > postcode :: 40124 | 80121 | 118 => 00118 | 50122 | 6900
    Città > city :: Bologna | Napoli | Roma | Firenze | Lugano
    Provincia/Cantone/Stato :: BO | NA | RM | FI | TI
    Paese > country :: Italia => Italy | Italia => Italy | Italia => Italy | Italia => Italy | Svizzera => Switzerland
    Codice del paese :: IT | IT | IT | IT | CH
    Telefono uff. :: 051 223344 | | | |
    Telefono pers.
    Cellulare > phone :: 338 1122334 => +393381122334 | +39 349 5566778 => +393495566778 | 0039 320 9988776 => +393209988776 | 06 5566778 => +39065566778 | 079 888 77 66 => +41798887766
    Fax
    E-mail > email :: ugo@example.it | carla@example.it | elio@example.it | dario@example.it | nora@example.ch
    Non inviare email di massa > boolean :: no => false | sì => true | No => false | Si => true | no => false
    Stato cliente potenziale > status :: Mai contattato | Contattato => contacted | Da contattare | Contatto in corso | Non contattare
    Società :: Ferri srl | | | |`,
    { delimiter: ';', encoding: 'windows-1252' },
  ),
  documentedFile(
    ['Dolibarr', 'Dutch', 'htdocs/langs/nl_NL/companies.lang (export of contacts)'],
    `
    Contactpersoon ID :: 1 | 2 | 3 | 4 | 5
    Aanspreekvorm :: Dhr. | Mevr. | Mevr. | Dhr. | Dhr.
    Achternaam > lastName :: Smit | van Dam | Kok | Mulder | de Boer
    Voornaam > firstName :: Ruud | Els | Mies | Wim | Bas
    Post/Functie :: Directeur | | | |
    Adres > address :: Kade 1 | Plein 2 | Dijk 3 | Laan 4 | Weg 5
    Postcode > postcode :: 1011 AA | 2511 BB | 3011CC | 9711 DD | 6211 EE
    Plaats > city :: Amsterdam | Den Haag | Rotterdam | Groningen | Maastricht
    Regio :: NH | ZH | ZH | GR | LI
    Land > country :: Nederland => Netherlands | Nederland => Netherlands | Holland => Netherlands | The Netherlands => Netherlands | NL => Netherlands
    Zakelijke telefoon :: 020 6234567 | | | |
    Persoonlijke telefoon
    Mobiel > phone :: 06 10203040 => +31610203040 | +31 6 50607080 => +31650607080 | 0031611121314 => +31611121314 | 06-15161718 => +31615161718 | 06 - 19 20 21 22 => +31619202122
    Fax
    E-mail > email :: ruud@example.nl | els@example.nl | mies@example.nl | wim@example.nl | bas@example.nl
    Geboortedatum > date :: 01-02-1970 => 1970-02-01 | 28 februari 1985 => 1985-02-28 | 15-10-1990 => 1990-10-15 | 3 mrt 1966 => 1966-03-03 | 31-12-2000 => 2000-12-31
    Prospect status > status :: Nooit contact gehad | Contact gedaan | Contact opnemen | Geen contact | Contact in proces
    Bedrijfsnaam :: Smit BV | | | |`,
    { delimiter: ';' },
  ),
  documentedFile(
    ['fireTMS', 'Polish', 'Import kontrahentów z pliku CSV'],
    `
    Nazwa :: Transport Sp. z o.o. | Logis S.A. | Trans-Pol | Speed | Cargo
    Nazwa skrócona :: Transport | Logis | TP | Speed | Cargo
    Ulica i numer > address :: ul. Polna 1 | ul. Leśna 22 | al. Wojska 3/4 | Rynek 5 | ul. Kwiatowa 6a
    Kod pocztowy > postcode :: 00-001 | 30-002 | 60-003 | 80-004 | 50-005
    Miasto > city :: Warszawa | Kraków | Poznań | Gdańsk | Wrocław
    Kod kraju > country :: PL => Poland | PL => Poland | PL => Poland | PL => Poland | PL => Poland
    Numer NIP :: 5260001246 | | | |
    Identyfikator EU VAT
    Klient :: tak | tak | nie | tak | tak
    Osoba kontaktowa - imię > firstName :: Jerzy | Grażyna | Olga | Michał | Ryszard
    Osoba kontaktowa - nazwisko > lastName :: Stępień | Bąk | Król | Żak | Wróbel
    Osoba kontaktowa - tel. komórkowy > phone :: 501 100 200 => +48501100200 | 602-200-300 => +48602200300 | +48 603 300 400 => +48603300400 | 48 604 400 500 => +48604400500 | 0048605500600 => +48605500600
    Osoba kontaktowa - e-mail > email :: jerzy@example.pl | grazyna@example.pl | olga@example.pl | michal@example.pl | ryszard@example.pl
    Termin płatności dni :: 14 | 30 | 7 | 14 | 21`,
    { delimiter: ';' },
  ),
  documentedFile(
    ['AI Agent TR', 'Turkish', 'Toplu Müşteri Ekleme: dosya formatı'],
    `
    isim > name :: Ahmet Yılmaz => Ahmet ~ Yılmaz | Ayşe Demir => Ayşe ~ Demir | Fatma Nur Koç => Fatma Nur ~ Koç | Hüseyin Ateş => Hüseyin ~ Ateş | Elif Şen => Elif ~ Şen
    telefon > phone :: +905301234567 => +905301234567 | +90 540 123 45 68 => +905401234568 | 00905551112233 => +905551112233 | +90 (212) 555 66 77 => +902125556677 | +905339998877 => +905339998877
    email > email :: ahmet@example.com.tr | ayse@example.com.tr | fatma@example.com.tr | huseyin@example.com.tr | elif@example.com.tr
    sirket :: ABC Ltd. | XYZ A.Ş. | | |
    segment :: Normal | VIP | Risk | Potansiyel | Normal
    kayıt tarihi > date :: 12 Ekim 2023 => 2023-10-12 | 05.01.2024 => 2024-01-05 | 28 Şub 2024 => 2024-02-28 | 1 Haziran 2022 => 2022-06-01 | 30.11.2023 14:20 => 2023-11-30
    kvkk onayı > boolean :: Evet => true | Hayır => false | evet => true | HAYIR => false | E => true
    toplam harcama > number :: 1.234,50 TL => 1234.5 | ₺0,00 => 0 | 12.000 TL => 12000 | 99,90 => 99.9 | 1.000.000,00 ₺ => 1000000`,
  ),
  documentedFile(
    ['SalesPlatform vtiger', 'Russian', 'languages/ru_ru/Leads.php (export of leads)'],
    `
    Обращение № :: ОБР1 | ОБР2 | ОБР3 | ОБР4 | ОБР5
    Имя > firstName :: Глеб | Лариса | Тимур | Вера | Эльдар
    Фамилия > lastName :: Орлов | Зайцева | Каримов | Лебедь | Мамедов
    Организация :: ООО Орёл | | | |
    Должность :: менеджер | | | |
    Основной адрес электронной почты > email :: gleb@example.ru | larisa@example.ru | timur@example.ru | vera@example.ru | eldar@example.ru
    Второй адрес электронной почты
    Основной телефон > phone :: +7 495 111-22-33 => +74951112233 | 8 (383) 222-33-44 => +73832223344 | 8-843-333-44-55 => +78433334455 | +7(921)444-55-66 => +79214445566 | 8 928 555 66 77 => +79285556677
    Статус > status :: Есть Контакт => contacted | Горячий | Классифицирован => qualified | Холодный | Не связывался
    Веб-сайт
    Отрасль :: IT | | | |
    Город > city :: Москва | Новосибирск | Казань | Псков | Махачкала
    Страна > country :: Россия => Russia | Россия => Russia | Россия => Russia | Россия => Russia | Россия => Russia
    Индекс > postcode :: 101000 | 630000 | 420000 | 180000 | 367000
    Улица > address :: Арбат 1 | Ленина 2 | Баумана 3 | Речная 4 | Гамидова 5
    Дата создания > date :: 05.03.2024 => 2024-03-05 | 29 февр. 2024 г. => 2024-02-29 | 1 мая 2023 => 2023-05-01 | 2024-01-15 10:00 => 2024-01-15 | 31 декабря 2023 г. => 2023-12-31
    Согласие на рассылку > boolean :: Да => true | Нет => false | да => true | нет => false | 1 => true
    Кол-во сотрудников :: 10 | | | |`,
    { delimiter: ';' },
  ),
];
