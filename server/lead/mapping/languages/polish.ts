import type { HeaderLanguage } from '../header-language.ts';

export const POLISH: HeaderLanguage = {
  names: {
    name: 'Imię nazwisko, Nazwisko imię, Pełne imię nazwisko, Osoba kontaktowa, Nazwa kontaktu, Nazwa leada, Nazwa wyświetlana',
    firstName: 'Imię, Imiona, Pierwsze imię',
    lastName: 'Nazwisko',
    email: 'E-mail, Mail, Adres e-mail, Adres mailowy, Poczta elektroniczna, Adres poczty elektronicznej',
    phone:
      'Telefon, Tel, Numer telefonu, Nr telefonu, Nr tel, Telefon kontaktowy, Telefon komórkowy, Tel kom, Komórka, Numer komórkowy, Numer telefonu komórkowego, Telefon stacjonarny, Numer WhatsApp, Telefon kom, Tel komórkowy, Nr kom, Numer komórki, Numer kontaktowy, Numer telefonu kontaktowego',
    carrier: 'Operator, Operator komórkowy, Operator sieci',
    country: 'Kraj, Państwo, Kod kraju, Kraj region, Kraj zamieszkania, Nazwa kraju, Kod ISO kraju',
    city: 'Miasto, Miejscowość, Miejscowość zamieszkania',
    address:
      'Adres, Ulica, Ulica numer, Ulica numer domu, Adres pocztowy, Adres zamieszkania, Adres korespondencyjny, Ulica nr, Ulica nr domu, Adres linia',
    postcode: 'Kod pocztowy, Kod poczt',
    ip: 'Adres IP',
    brand: 'Marka',
    currency: 'Waluta, Waluta depozytu',
    depositAmount: 'Kwota depozytu, Kwota wpłaty, Suma depozytów, Suma wpłat',
    depositDate: 'Data depozytu, Data wpłaty, Data pierwszego depozytu, Data pierwszej wpłaty',
    source:
      'Źródło, Źródło leada, Źródło ruchu, Źródło pozyskania, Źródło kontaktu, Pochodzenie, Źródło pochodzenia',
    card: 'Karta, Typ karty, Rodzaj karty, Karta kredytowa',
    landingPage: 'Strona docelowa',
    agent: 'Agent, Agent sprzedaży',
    status: 'Status, Status leada, Status kontaktu',
    tags: 'Tagi, Etykieta, Etykiety, Kategoria, Kategorie, Znaczniki, Słowa kluczowe',
  },
  halfName: '',
  articles: 'i oraz twój twoje twoja państwa',
  beside:
    'klient klienta kontakt kontaktu osoby leada główny kontaktowa kontaktowy osoba odbiorcy podstawowy podstawowa',
  doubtful: 'służbowy firmowy domowy prywatny praca dom firma firmy inny dodatkowy dostawy dodatkowa faktura',
  address: 'adres adresu',
};
