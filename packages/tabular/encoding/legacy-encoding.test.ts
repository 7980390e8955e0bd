import { describe, expect, test } from 'vitest';
import { csv, encode } from '#tests/support/files/csv.ts';
import { readTable } from '#tests/support/files/read-table.ts';
import { chunkedSource } from '#tests/support/files/sources.ts';
import { EncodingCheck, isSameEvidence } from './encoding-check.ts';
import { type Encoding, encodingOf } from './encodings.ts';
import { TextSample } from './text-sample.ts';

/** Records of files in many languages: a header and rows of names and cities. */
const LANGUAGES: readonly [string, readonly Encoding[], string[]][] = [
  [
    'Russian',
    ['windows-1251', 'koi8-r', 'iso-8859-5'],
    [
      'Имя;Город',
      'Пётр Иванов;Москва',
      'Анна Смирнова;Санкт-Петербург',
      'Екатерина Кузнецова;Новосибирск',
      'Юлия Щербакова;Уфа',
    ],
  ],
  [
    'Ukrainian',
    ['windows-1251', 'koi8-u'],
    ["Ім'я;Місто", 'Олександр Шевченко;Київ', 'Ірина Ковальчук;Львів', 'Юрій Бондаренко;Чернівці'],
  ],
  [
    'Bulgarian',
    ['windows-1251'],
    ['Име;Град', 'Георги Димитров;София', 'Мария Иванова;Пловдив', 'Цветелина Стоянова;Бургас'],
  ],
  ['Serbian', ['windows-1251'], ['Име;Град', 'Никола Јовановић;Београд', 'Ђорђе Николић;Ниш']],
  [
    'Polish',
    ['windows-1250', 'iso-8859-2'],
    [
      'Imię;Miasto',
      'Łukasz Wójcik;Kraków',
      'Małgorzata Kowalska;Łódź',
      'Paweł Wiśniewski;Gdańsk',
      'Grażyna Szymańska;Częstochowa',
    ],
  ],
  [
    'Czech',
    ['windows-1250', 'iso-8859-2'],
    [
      'Jméno;Město',
      'Jiří Novák;Praha',
      'Kateřina Procházková;České Budějovice',
      'Šárka Žáková;Ústí nad Labem',
    ],
  ],
  [
    'Slovak',
    ['windows-1250'],
    ['Meno;Mesto', 'Ľubomír Kováč;Košice', 'Zuzana Horváthová;Žilina', 'Ján Tóth;Trenčín'],
  ],
  [
    'Hungarian',
    ['windows-1250', 'iso-8859-2'],
    ['Név;Város', 'Nagy Erzsébet;Székesfehérvár', 'Kiss Gergő;Kőszeg', 'Tóth Zsófia;Hódmezővásárhely'],
  ],
  [
    'Romanian',
    ['windows-1250'],
    ['Nume;Oraş', 'Ionuţ Popescu;Bucureşti', 'Ştefan Munteanu;Iaşi', 'Mădălina Vasilescu;Braşov'],
  ],
  ['Croatian', ['windows-1250'], ['Ime;Grad', 'Željko Kovačević;Šibenik', 'Đurđica Babić;Čakovec']],
  [
    'Greek',
    ['windows-1253', 'iso-8859-7'],
    ['Όνομα;Πόλη', 'Γιώργος Παπαδόπουλος;Αθήνα', 'Μαρία Νικολάου;Θεσσαλονίκη', 'Ελένη Οικονόμου;Ηράκλειο'],
  ],
  [
    'Turkish',
    ['windows-1254'],
    ['Adı;Şehir', 'Ayşe Yılmaz;İstanbul', 'Çağlar Şahin;Diyarbakır', 'Gülşen Doğan;Muğla'],
  ],
  [
    'Hebrew',
    ['windows-1255', 'iso-8859-8'],
    ['שם;עיר', 'דוד כהן;תל אביב', 'שרה לוי;ירושלים', 'יוסף מזרחי;חיפה'],
  ],
  [
    'Arabic',
    ['windows-1256', 'iso-8859-6'],
    ['الاسم;المدينة', 'محمد أحمد;القاهرة', 'فاطمة علي;الرياض', 'عبد الله حسن;دبي'],
  ],
  [
    'Lithuanian',
    ['windows-1257', 'iso-8859-13'],
    ['Vardas;Pavardė', 'Rūta Žukauskienė;Panevėžys', 'Šarūnas Petrauskas;Klaipėda'],
  ],
  [
    'Latvian',
    ['windows-1257'],
    ['Vārds;Pilsēta', 'Jānis Bērziņš;Rīga', 'Anna Kalniņa;Liepāja', 'Līga Krūmiņa;Jēkabpils'],
  ],
  [
    'Vietnamese',
    ['windows-1258'],
    ['Họ;Thành phố', 'Nguyễn Văn Hùng;Hà Nội', 'Trần Thị Lan;Đà Nẵng', 'Phạm Thu Hương;Cần Thơ'],
  ],
  ['Thai', ['windows-874'], ['ชื่อ;จังหวัด', 'สมชาย ใจดี;กรุงเทพมหานคร', 'สมหญิง รักไทย;เชียงใหม่']],
  [
    'Japanese',
    ['shift_jis'],
    ['氏名;住所', '山田太郎;東京都新宿区', '佐藤花子;大阪府大阪市', 'ヤマダ タロウ;トウキョウ'],
  ],
  ['Chinese', ['gb18030'], ['姓名;城市', '王伟;北京', '李娜;上海', '张敏;广州']],
  [
    'Chinese of Taiwan',
    ['big5'],
    ['姓名;地址', '陳怡君;臺北市信義區', '林志明;高雄市', '黃淑芬;台中市西屯區'],
  ],
  ['Korean', ['euc-kr'], ['이름;주소', '김민수;서울특별시', '이영희;부산광역시', '박지훈;대구']],
  [
    'German',
    ['windows-1252'],
    ['Vorname;Straße', 'Jürgen Müller;Köln', 'Käthe Schröder;Grüner Weg', 'Björn Weiß;Schloßplatz'],
  ],
  [
    'French',
    ['windows-1252'],
    ['Prénom;Téléphone', 'François Lefèvre;Orléans', 'Hélène Château;Besançon', 'Gérard Bœuf;Sète'],
  ],
  [
    'Spanish',
    ['windows-1252'],
    ['Nombre;Teléfono', 'José Muñoz;Málaga', 'Íñigo Núñez;Logroño', 'Ángel Ibáñez;A Coruña'],
  ],
  [
    'Portuguese',
    ['windows-1252'],
    ['Nome;Endereço', 'João Conceição;São Paulo', 'Inês Antônio;Florianópolis'],
  ],
  ['Italian', ['windows-1252'], ['Nome;Città', 'Niccolò Rossi;Forlì', 'Desirée Bianchi;Mondovì']],
  ['Swedish', ['windows-1252'], ['Förnamn;Ort', 'Åsa Öberg;Göteborg', 'Jörgen Sjöström;Västerås']],
  ['Danish', ['windows-1252'], ['Fornavn;By', 'Søren Sørensen;Århus', 'Jørgen Kjær;Nørresundby']],
  ['Finnish', ['windows-1252'], ['Etunimi;Kaupunki', 'Väinö Hämäläinen;Jyväskylä', 'Päivi Mäkinen;Hyvinkää']],
  [
    'Icelandic',
    ['windows-1252'],
    ['Nafn;Borg', 'Þórður Ásgeirsson;Reykjavík', 'Sigríður Jónsdóttir;Ísafjörður'],
  ],
];
const CASES = LANGUAGES.flatMap(([language, encodings, records]) =>
  encodings.map((encoding) => [language, encoding, records] as const),
);

/** Adds email addresses and phone numbers, as lists of leads have them. */
function withContacts([header = '', ...rows]: readonly string[], count: number): string[][] {
  const lines = Array.from({ length: count }, (_, index) => rows[index % rows.length] ?? '');
  return [
    ['Email', 'Phone', ...header.split(';')],
    ...lines.map((line, index) => [`user${index}@mail.example`, `+4420794600${index}`, ...line.split(';')]),
  ];
}

describe.each(CASES)('%s in %s', (_, encoding, records) => {
  test.each([
    ['short', records.length - 1],
    ['long', 600],
  ])('a %s file reads as written', async (_length, count) => {
    const table = withContacts(records, count);
    const bytes = csv(table, { encoding, delimiter: ';' });
    // Windows-1258 writes tones apart; both spellings are the same text.
    const same = (cells: readonly string[]) => cells.map((cell) => cell.normalize('NFC'));
    for (const file of [bytes, chunkedSource(bytes, [7, 100, 4_093])]) {
      const read = await readTable(file);
      expect([read.columns, ...read.cells].map(same)).toEqual(table.map(same));
    }
  });
});

test('a file with one short name', async () => {
  const read = async (name: string, encoding: Encoding) => {
    const { cells } = await readTable(
      csv(
        [
          ['Email', 'Name'],
          ['a@example.com', name],
        ],
        { encoding, delimiter: ';' },
      ),
    );
    return cells[0]?.[1];
  };
  for (const [name, encoding] of [
    ['Петр', 'windows-1251'],
    ['Анна', 'windows-1251'],
    ['Wójcik Łukasz', 'windows-1250'],
    ['Ayşe Yılmaz', 'windows-1254'],
    ['Άννα Ράπτη', 'windows-1253'],
    ['山田太郎', 'shift_jis'],
    ['王伟', 'gb18030'],
    ['陳怡君', 'big5'],
    ['김민수', 'euc-kr'],
  ] as const) {
    expect(await read(name, encoding)).toBe(name);
  }
});

test.each([
  ...[
    '5 €',
    'O’Brien',
    '£100',
    'n°5',
    '½',
    '™ Brand',
    '©2024 Müller',
    '100 £ – 5 €',
    '“quoted” text',
    '3º',
    '1ª',
  ],
  ...['Peña', 'São Paulo', 'Zoë', 'Škoda', 'naïve – test', 'Ærø', 'D’Angelo', 'José', 'Málaga', 'Düsseldorf'],
  ...[
    'Straße',
    'Prénom',
    'Señor Ñandú',
    'Réf.',
    'N° de téléphone',
    'Größe',
    'Telefon für Rückfragen',
    'é',
    'à',
    'ß',
  ],
  ...[
    'Dirección de correo electrónico',
    'Endereço',
    'Téléphone',
    'Città',
    'Ação',
    'País',
    'Año',
    'MÜLLER',
    'Bœuf',
  ],
  ...['JOSÉ NÚÑEZ', 'FRANÇOIS LEFÈVRE', 'SÃO JOÃO', '2ème', 'Müller, Peña, Søren, Åsa, João, François'],
])('Windows-1252 stays Windows-1252: %s', async (text) => {
  const bytes = csv(
    [
      ['Email', 'Name'],
      ['a@example.com', text],
    ],
    { encoding: 'windows-1252' },
  );
  const { format, cells } = await readTable(bytes);
  expect([format.encoding, cells[0]?.[1]]).toEqual(['windows-1252', text]);
});

test('a sample has each word beyond ASCII once, whole even where pieces end', () => {
  const sample = new TextSample();
  const text = 'Имя;x;Пётр;1;Имя;"Москва";a@b.cd;Анна';
  const bytes = encode(text, 'windows-1251');
  for (const cut of [bytes.subarray(0, 8), bytes.subarray(8, 30), bytes.subarray(30)]) sample.push(cut);
  const words = new TextDecoder('windows-1251').decode(sample.bytes).trim().split('\n');
  expect(words).toEqual(['Имя', 'Пётр', 'Москва', 'Анна']);
  // The rest of a word whose beginning was skipped may begin with half a character.
  sample.skip();
  sample.push(encode('ово;Киров', 'windows-1251'));
  expect(new TextDecoder('windows-1251').decode(sample.bytes)).toBe('Имя\nПётр\nМосква\nАнна\nКиров\n');
});

test('a full sample stays the same, so that a file is read early in the encoding of its beginning', () => {
  const check = new EncodingCheck();
  const words = (from: number) =>
    encode(Array.from({ length: 500 }, (_, n) => `Имя${from + n}\n`).join(''), 'windows-1251');
  check.push(words(0));
  check.push(words(500));
  const early = check.evidenceSoFar;
  for (let from = 1_000; from < 3_000; from += 500) check.push(words(from));
  expect(early.sample.length).toBeGreaterThan(4_000);
  expect(isSameEvidence(early, check.evidence)).toBe(true);
});

test('a chosen encoding wins over the detected one and over a byte order mark', async () => {
  const bytes = encode('name,city\r\nПётр,Москва\r\n', 'windows-1251');
  const wrong = await readTable(bytes, { encoding: 'windows-1252' });
  expect(wrong.cells).toEqual([['Ï¸òð', 'Ìîñêâà']]);
  const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]);
  const read = await readTable(marked, { encoding: 'windows-1251' });
  expect([read.columns, ...read.cells]).toEqual([
    ['name', 'city'],
    ['Пётр', 'Москва'],
  ]);
});

test('characters that chunks split are whole in every encoding', async () => {
  for (const encoding of ['shift_jis', 'gb18030', 'big5', 'euc-kr', 'windows-1251'] as const) {
    const text = {
      shift_jis: '東京',
      gb18030: '北京',
      big5: '臺北',
      'euc-kr': '서울',
      'windows-1251': 'Москва',
    }[encoding];
    const table = [['a', 'b'], ...Array.from({ length: 50 }, (_, index) => [`${text}${index}`, text])];
    const source = chunkedSource(csv(table, { encoding }), [1, 2, 3]);
    expect((await readTable(source, { encoding })).cells).toEqual(table.slice(1));
  }
});

test('labels name encodings', () => {
  expect(
    ['UTF8', 'latin1', 'cp1251', 'Shift-JIS', 'gbk', 'iso-8859-9', 'ks_c_5601-1987'].map(encodingOf),
  ).toEqual(['utf-8', 'windows-1252', 'windows-1251', 'shift_jis', 'gb18030', 'windows-1254', 'euc-kr']);
  expect(['', 'utf-7', 'klingon', 'x-user-defined'].map(encodingOf)).toEqual([null, null, null, null]);
});
