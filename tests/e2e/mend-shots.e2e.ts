import { it } from 'vitest';
import { buttonOf } from './elements.ts';
import { checkedUpload, mendCell, openGrid, seeCell, writeCell, seeOutcome, MEND_HEAD, TROUBLED_ROWS } from './mend-steps.ts';
import { setPageStage } from './page-steps.ts';
import { openMapping } from './wizard-steps.ts';
import { csv } from '#tests/support/files/csv.ts';

const stage = setPageStage();
const rows = [
  ...TROUBLED_ROWS,
  ...Array.from({ length: 60 }, (_, i) => [`Person ${i}`, i % 3 ? 'N/A' : `p${i}@mail.example`, i % 2 ? '12' : `+1201555${1000 + i}`, i % 5 ? '2024-05-01' : 'soon', '']),
];
const shot = (name: string) => stage.page.screenshot({ path: `/tmp/grid-shots/${name}.png` });

for (const theme of ['dark', 'light']) {
  it(`shots ${theme}`, async () => {
    const { page, owner } = stage;
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
    const id = await checkedUpload(owner, rows);
    await openGrid(page, id);
    await seeCell(page, 3, 'E-mail', 'alan@');
    for (const width of [1440, 820, 390]) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await mendCell(page, 3, 'E-mail').click();
      await page.waitForTimeout(300);
      await shot(`${theme}-${width}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await mendCell(page, 9, 'Mobile').click();
    await mendCell(page, 12, 'Deposit Date').click({ modifiers: ['Shift'] });
    await page.waitForTimeout(200);
    await shot(`${theme}-range`);
    await writeCell(page, 3, 'E-mail', 'alan@mail.example');
    await seeOutcome(page, 3, 'Will be imported');
    await mendCell(page, 10, 'E-mail').click();
    await page.keyboard.press('Delete');
    await page.getByText('Change all').waitFor();
    await shot(`${theme}-like`);
    await mendCell(page, 5, 'E-mail').dblclick();
    await page.waitForTimeout(200);
    await shot(`${theme}-editing`);
    await page.keyboard.press('Escape');
    await buttonOf(page, 'Find and Replace').click();
    await page.waitForTimeout(300);
    await shot(`${theme}-replace`);
    await page.keyboard.press('Escape');
    await openMapping(page, { name: 'troubled.csv', bytes: csv([MEND_HEAD, ...TROUBLED_ROWS]) });
    await page.getByRole('link', { name: 'Fix 5 Rows' }).scrollIntoViewIfNeeded();
    await shot(`${theme}-wizard`);
  });
}
