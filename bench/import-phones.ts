// Measures how many telephone numbers are read per second, and whether a million texts are read exactly as
// the phone library reads them. Argument: texts.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { readPlainNumber } from '#server/lead/phones/plain-number.ts';
import { readPhone } from '#server/lead/phones/read-phone.ts';
import { type PhoneText, phoneTexts } from '#tests/support/phone-texts.ts';
import { print, secondsSince } from './support/importing.ts';
import { seeded } from './support/lead-csv.ts';
import { machineLine } from './support/machine.ts';

const count = Number(process.argv[2] ?? 1_000_000);
const SPEED_TEXTS = 200_000;

function byLibrary({ text, region }: PhoneText): string {
  const options = region === null ? { extract: false } : { extract: false, defaultCountry: region };
  const number = parsePhoneNumberFromString(text, options);
  return number?.isValid() ? `${number.number} ${number.country} ${number.ext}` : '';
}

function compare(): void {
  const texts = phoneTexts(seeded(1));
  let [read, valid, different] = [0, 0, 0];
  for (let at = 0; at < count; at++) {
    const one = texts.next().value;
    const expected = byLibrary(one);
    const plain = readPlainNumber(one.text, one.region);
    if (expected !== '') valid += 1;
    if (plain === null) continue;
    read += 1;
    if (`${plain.number} ${plain.region} undefined` !== expected) different += 1;
  }
  print(`${count} texts, ${valid} valid; ${read} read without the library, ${different} of them differently`);
  if (different > 0) process.exitCode = 1;
}

function rate(name: string, texts: readonly PhoneText[], read: (one: PhoneText) => unknown): void {
  for (const one of texts) read(one);
  const started = performance.now();
  for (const one of texts) read(one);
  print(`${name}: ${Math.round(texts.length / secondsSince(started))} numbers/s`);
}

print(machineLine());
compare();
const random = seeded(2);
const german = Array.from({ length: SPEED_TEXTS }, (): PhoneText => {
  const digits = String(Math.floor(random() * 1_000_000)).padStart(6, '0');
  return random() < 0.5
    ? { text: `+4915123${digits}`, region: null }
    : { text: `01512 3${digits}`, region: 'DE' };
});
rate('the library', german, byLibrary);
rate('readPhone', german, ({ text, region }) => readPhone(text, region));
