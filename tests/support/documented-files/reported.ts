import { documentedFile } from './documented-file.ts';

/** Files of the kinds that users reported, beside those of the products above. */
export const REPORTED_FILES = [
  documentedFile(
    ['email-na.csv', 'English', 'empty emails in words, and two addresses in a cell'],
    `
    First Name > firstName :: Ann | Bob | Cid | Dan | Eve
    E-mail > email :: N/A => | - => | Jane Doe <jane@example.com> => jane@example.com | a@example.com; b@example.com => a@example.com | none =>
    Phone > phone :: +442079460018 | +442079460019 | +442079460020 | +442079460021 | +442079460022
    Country > country :: GB => United Kingdom | GB => United Kingdom | GB => United Kingdom | GB => United Kingdom | GB => United Kingdom`,
  ),
  documentedFile(
    ['excel-formula-guard-phone.csv', 'English', 'formulas that keep a spreadsheet from reading numbers'],
    `
    Email > email :: a@example.com | b@example.com
    Phone > phone :: ="+447400123459" => +447400123459 | ="07400123450" => +447400123450
    Country > country :: GB => United Kingdom | GB => United Kingdom
    Postal Code > postcode :: ="01234" => 01234 | ="00501" => 00501`,
  ),
  documentedFile(
    ['german-phones-49-with-separators.csv', 'English', 'calling codes without a plus sign'],
    `
    Email > email :: a@example.com | b@example.com | c@example.com
    Phone > phone :: 49 171 2345681 => +491712345681 | 491712345682 => +491712345682 | +49 171 2345683 => +491712345683
    Country > country :: Germany | Germany | Germany`,
  ),
  documentedFile(
    ['windows-1251.csv', 'Russian', 'the same file in UTF-8'],
    `
    Email > email :: a@example.com | b@example.com
    Name > name :: Иван Петров => Иван ~ Петров | Анна Белова => Анна ~ Белова`,
    { delimiter: ';' },
  ),
  documentedFile(
    ['titled.xlsx', 'English', 'the same sheet without its title'],
    `
    First Name > firstName :: T0 | T1 | T2
    Email > email :: t0@example.com | t1@example.com | t2@example.com
    Phone > phone :: +447911123400 | +447911123401 | +447911123402`,
    'xlsx',
  ),
  documentedFile(
    ['utf8-one-bad-byte.csv', 'English', 'UTF-8 with a character that was lost'],
    `
    First Name > firstName :: Jürgen | 山田 | Bad
    Last Name > lastName :: Müller | 太郎 | Cut\ufffd
    Email > email :: j@example.com | y@example.com | z@example.com`,
    { lineEnd: '\n' },
  ),
];
