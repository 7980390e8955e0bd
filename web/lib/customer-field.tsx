import { useQuery } from '@tanstack/react-query';
import { type Ref, useId } from 'react';
import { listCustomers } from '#contract/customers.ts';
import { CUSTOMER_NUMBER_MAX } from '#contract/sale-terms.ts';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { customerLabel, formatAmount, formatNumber } from './format.ts';
import { queryOf } from './query.ts';
import type { SalePrice } from './sale-price.ts';
import { useDebounced } from './use-debounced.ts';

const SUGGESTED = 8;
const LOOK_UP_MS = 250;

interface CustomerFieldProps {
  value: string;
  onChange: (value: string) => void;
  label?: string;
  help?: string | null;
  error?: string | undefined;
  placeholder?: string;
  ref?: Ref<HTMLInputElement>;
}

/** Customer number, suggested by number or name. */
export function CustomerField(props: CustomerFieldProps) {
  const { value, onChange, label = 'Customer Number', help, error, ...input } = props;
  const list = useId();
  const search = useDebounced(value.trim(), LOOK_UP_MS);
  const { data } = useQuery({
    ...queryOf(listCustomers, { query: { search, limit: SUGGESTED } }),
    enabled: search !== '' && search.length <= CUSTOMER_NUMBER_MAX,
  });
  return (
    <>
      <Field label={label} {...(help != null && { help })} error={error}>
        <TextInput
          {...input}
          list={list}
          autoComplete="off"
          maxLength={CUSTOMER_NUMBER_MAX}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <datalist id={list}>
        {data?.customers.map((customer) => (
          <option key={customer.number} value={customer.number} label={customerLabel(customer)} />
        ))}
      </datalist>
    </>
  );
}

interface SaleTotalProps {
  price: SalePrice;
  /** Leads; nothing is shown until known. */
  count: number | null | undefined;
}

/** Count × price = total. */
export function SaleTotal({ price: { terms }, count }: SaleTotalProps) {
  if (!count || terms?.price === undefined || terms.currency === undefined) return null;
  const { currency } = terms;
  const each = Number(terms.price);
  return (
    <p aria-live="polite" className="text-13 text-muted tabular-nums">
      {formatNumber(count)} × {formatAmount(each, currency)} ={' '}
      <span className="font-medium text-text">{formatAmount(count * each, currency)}</span>
    </p>
  );
}
