import { describe, expect, it } from 'vitest';
import { importForm } from './run-import.ts';

const uploadId = '0199c0de-0000-7000-8000-000000000001';
const fieldMapping = { Mail: 'email' };

describe('importForm', () => {
  it('sends the upload by its id and each part of the plan as JSON', () => {
    const form = importForm(uploadId, {
      fieldMapping,
      nameSplitConfig: { column: 'Name', enabled: true },
      importMode: { mode: 'update', matchField: 'email' },
      manualTags: ['vip'],
      options: {
        ...{
          defaultCountry: 'US',
          countryFromPhone: true,
          dropInvalidEmails: false,
          updatePolicy: 'overwrite',
        },
        ...{ sheet: null, encoding: 'windows-1251', delimiter: ';', headerRow: 4 },
      },
    });
    expect([...form]).toEqual([
      ['uploadId', uploadId],
      ['fieldMapping', '{"Mail":"email"}'],
      ['nameSplitConfig', '{"column":"Name","enabled":true}'],
      ['importMode', '{"mode":"update","matchField":"email"}'],
      ['manualTags', '["vip"]'],
      [
        'options',
        '{"defaultCountry":"US","countryFromPhone":true,"dropInvalidEmails":false,"updatePolicy":"overwrite","sheet":null,"encoding":"windows-1251","delimiter":";","headerRow":4}',
      ],
    ]);
  });

  it('leaves out what is not there', () => {
    expect([...importForm(uploadId, { fieldMapping, nameSplitConfig: null })]).toEqual([
      ['uploadId', uploadId],
      ['fieldMapping', '{"Mail":"email"}'],
    ]);
  });
});
