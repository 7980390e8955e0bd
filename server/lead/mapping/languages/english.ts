import type { HeaderLanguage } from '../header-language.ts';

export const ENGLISH: HeaderLanguage = {
  names: {
    name: 'Name, Full Name, Contact Name, Lead Name, Customer Name, Complete Name, Display Name, First and Last Name, First Last Name, First Name Last Name, Last Name First Name, Name Surname, Contact Person',
    phone: 'Text Number, SMS Number',
    status: 'Prospect Status',
  },
  halfName: 'Name',
  articles: 'the of s and a an',
  beside:
    'person contact lead customer client buyer subscriber member prospect applicant participant attendee your my what is please enter',
  doubtful: 'billing shipping mailing',
  address: 'address',
};
