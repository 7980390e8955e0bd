import type { HeaderLanguage } from '../header-language.ts';

export const POLISH: HeaderLanguage = {
  names: {
    name: 'Imię nazwisko, Nazwisko imię, Pełne imię nazwisko, Osoba kontaktowa',
    firstName: 'Imię, Imiona, Pierwsze imię',
    lastName: 'Nazwisko',
    email: 'E-mail, Mail, Adres e-mail, Adres mailowy, Poczta elektroniczna, Adres poczty elektronicznej',
    phone:
      'Telefon, Tel, Numer telefonu, Nr telefonu, Nr tel, Telefon kontaktowy, Telefon komórkowy, Tel kom, Komórka, Numer komórkowy, Numer telefonu komórkowego, Telefon stacjonarny, Numer WhatsApp',
    carrier: 'Operator, Operator komórkowy, Operator sieci',
    country: 'Kraj, Państwo, Kod kraju, Kraj region, Kraj zamieszkania',
    city: 'Miasto, Miejscowość, Miejscowość zamieszkania',
    address:
      'Adres, Ulica, Ulica numer, Ulica numer domu, Adres pocztowy, Adres zamieszkania, Adres korespondencyjny',
    postcode: 'Kod pocztowy',
    ip: 'Adres IP',
    brand: 'Marka',
    currency: 'Waluta, Waluta depozytu',
    depositAmount: 'Kwota depozytu, Kwota wpłaty, Suma depozytów, Suma wpłat',
    depositDate: 'Data depozytu, Data wpłaty, Data pierwszego depozytu, Data pierwszej wpłaty',
    source: 'Źródło, Źródło leada, Źródło ruchu, Źródło pozyskania, Źródło kontaktu',
    card: 'Karta, Typ karty, Rodzaj karty, Karta kredytowa',
    landingPage: 'Strona docelowa',
    agent: 'Agent, Agent sprzedaży',
    status: 'Status, Status leada, Status kontaktu',
    tags: 'Tagi, Etykieta, Etykiety, Kategoria, Kategorie, Znaczniki',
  },
  halfName: '',
  articles: 'i oraz twój twoje twoja państwa',
  beside: 'klient klienta kontakt kontaktu osoby leada główny',
  doubtful: 'służbowy firmowy domowy prywatny praca dom firma firmy inny dodatkowy',
};
