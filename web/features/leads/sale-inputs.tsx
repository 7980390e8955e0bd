import { PriceFields } from '../../lib/price-fields.tsx';
import type { SalePrice } from '../../lib/sale-price.ts';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';

interface SaleInputsProps {
  customerNumber: string;
  onCustomerNumber: (customerNumber: string) => void;
  price: SalePrice;
  /** Names what is missing. */
  asked: boolean;
}

/** Customer, and price of each lead. */
export function SaleInputs({ customerNumber, onCustomerNumber, price, asked }: SaleInputsProps) {
  const missing = asked && customerNumber.trim() === '';
  return (
    <div className="flex flex-col gap-4">
      <Field
        label="Customer Number"
        {...(price.customerName !== null && { help: price.customerName })}
        error={missing ? 'Please enter a customer number' : undefined}
      >
        <TextInput
          autoComplete="off"
          maxLength={200}
          value={customerNumber}
          onChange={(event) => onCustomerNumber(event.target.value)}
        />
      </Field>
      <PriceFields
        label="Price per lead"
        draft={price.draft}
        onEdit={price.edit}
        problem={price.problem}
        asked={asked}
      />
    </div>
  );
}
