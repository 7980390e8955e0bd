import { documentedFile } from './documented-file.ts';

export const POLISH_FILES = [
  documentedFile(
    ['Outlook', 'Polish', 'Header of the contacts CSV, pl-PL'],
    `
    Tytuł :: Pan | Pani | | Pan | Pani
    Imię > firstName :: Łukasz | Małgorzata | Zdzisław | Paweł | Żaneta
    Drugie imię
    Nazwisko > lastName :: Wójcik | Kowalska-Nowak | Gołąb | Śliwiński | Ćwik
    Sufiks
    Firma :: Drewno Sp. z o.o. | | | |
    Dział
    Stanowisko :: Kierownik | | | |
    Adres służbowy - ulica > address :: ul. Długa 5/12 | al. Jerozolimskie 100 | Rynek 1 | os. Piastów 3 m. 4 | ul. Świętokrzyska 7
    Adres służbowy - ulica 2
    Adres służbowy - miejscowość > city :: Kraków | Warszawa | Wrocław | Poznań | Łódź
    Adres służbowy - województwo :: małopolskie | mazowieckie | | |
    Adres służbowy - kod pocztowy > postcode :: 31-147 | 00-807 | 50-101 | 61-131 | 90-001
    Adres służbowy - kraj/region > country :: Polska => Poland | Polska => Poland | PL => Poland | Polska => Poland | POLSKA => Poland
    Adres domowy - ulica
    Adres domowy - miejscowość
    Adres domowy - kod pocztowy
    Adres domowy - kraj/region
    Inny adres - ulica
    Telefon asystenta
    Faks służbowy
    Telefon służbowy :: 12 345 67 89 | | | |
    Telefon służbowy 2
    Wywołanie zwrotne
    Telefon w samochodzie
    Główny telefon do firmy
    Faks domowy
    Telefon domowy
    ISDN
    Telefon komórkowy > phone :: 601 234 567 => +48601234567 | +48 502-345-678 => +48502345678 | 0048 603456789 => +48603456789 | 22 123 45 67 => +48221234567 | (+48) 790 111 222 => +48790111222
    Inny telefon
    Pager
    Telefon podstawowy
    Adres e-mail > email :: lukasz@example.pl | m.kowalska@example.pl | zdzislaw@example.pl | pawel@example.pl | zaneta@example.pl
    Rodzaj e-mail :: SMTP | SMTP | SMTP | SMTP | SMTP
    Wyświetlana nazwa e-mail
    Imię i nazwisko asystenta
    Kategorie > tags :: Klienci | Klienci;Targi => Klienci, Targi | | | Dostawcy
    Lokalizacja
    Notatki
    Płeć :: Nieokreślona | Nieokreślona | Nieokreślona | Nieokreślona | Nieokreślona
    Urodziny > date :: 5 marca 1984 => 1984-03-05 | 1979-11-30 => 1979-11-30 | 24.12.1990 => 1990-12-24 | 15 sie 1975 => 1975-08-15 | 07.02.1988 => 1988-02-07
    Strona sieci Web`,
  ),
  documentedFile(
    ['SurveyLab', 'Polish', 'Jak przygotować plik do importu kontaktów?'],
    `
    Email > email :: jan.kowalski@example.pl | adam@example.pl | anna@example.pl | ewa@example.pl | ola@example.pl
    Imię > firstName :: Jan | Adam | Anna | Ewa | Aleksandra
    Nazwisko > lastName :: Kowalski | Nowak | Zielińska | Dąbrowska | Woźniak
    Telefon > phone :: 520-232-453 | 600-100-200 | | 500 600 700 | +48 514 235 455 => +48514235455
    Język :: PL | PL | EN | PL | PL
    Miasto > city :: Gdynia | Kraków | Londyn | Łódź | Toruń
    Zgoda marketingowa > boolean :: tak => true | nie => false | Tak => true | NIE => false | T => true
    Wartość zamówień > number :: 1 234,50 zł => 1234.5 | 0,00 zł => 0 | 12 500 PLN => 12500 | 99,99 => 99.99 | 1 000 000,00 zł => 1000000
    Custom 1 :: Specjalista IT | Manager HR | | |`,
    { delimiter: ';' },
  ),
];
