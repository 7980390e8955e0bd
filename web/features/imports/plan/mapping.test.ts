import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignField, mappedColumn, mappedCount, mappedField, withoutField } from './mapping.ts';

describe('mapping', () => {
  it('lets a column feed a field and changes its mind', () => {
    const first = assignField({}, 'Mail', 'email');
    expect(first).toEqual({ Mail: 'email' });
    expect(assignField(first, 'Mail', 'source')).toEqual({ Mail: 'source' });
  });

  it('takes a used field from the column that fed it', () => {
    expect(assignField({ Mail: 'email', Name: 'firstName' }, 'Mail 2', 'email')).toEqual({
      Name: 'firstName',
      'Mail 2': 'email',
    });
  });

  it('knows that two targets may be stored in one place', () => {
    expect(assignField({ A: 'hlr', B: 'whatsapp' }, 'C', 'numberHlrStatus')).toEqual({
      B: 'whatsapp',
      C: 'numberHlrStatus',
    });
  });

  it("removes with Don't import, and leaves the mapping it came from as it was", () => {
    const before = { Mail: 'email', Name: 'firstName' };
    expect(assignField(before, 'Mail', null)).toEqual({ Name: 'firstName' });
    expect(before).toEqual({ Mail: 'email', Name: 'firstName' });
    expect(withoutField(before, 'email')).toEqual({ Name: 'firstName' });
    expect(withoutField(before, 'phone')).toBe(before);
  });

  it('is not misled by columns named as what every object has', () => {
    expect(mappedField({}, 'constructor')).toBeNull();
    expect(mappedField(assignField({}, '__proto__', 'email'), '__proto__')).toBe('email');
    expect(mappedColumn(assignField({}, '__proto__', 'email'), 'email')).toBe('__proto__');
  });

  it('never has one field twice, whatever is chosen', () => {
    const choice = fc.tuple(
      fc.constantFrom('a', 'b', 'c', 'd'),
      fc.constantFrom('email', 'phone', 'city', null),
    );
    fc.assert(
      fc.property(fc.array(choice), (choices) => {
        const mapping = choices.reduce((held, [column, field]) => assignField(held, column, field), {});
        const fields = Object.values(mapping);
        expect(new Set(fields).size).toBe(mappedCount(mapping));
        const last = choices.at(-1);
        if (last) expect(mappedField(mapping, last[0])).toBe(last[1]);
      }),
    );
  });
});
