import { CustomerField, SaleTotal } from '../../lib/customer-field.tsx';
import { PriceFields } from '../../lib/price-fields.tsx';
import type { SalePrice } from '../../lib/sale-price.ts';

interface SaleInputsProps {
  customerNumber: string;
  onCustomerNumber: (customerNumber: string) => void;
  price: SalePrice;
  /** Leads to sell. */
  count: number | null | undefined;
  /** Names what is missing. */
  asked: boolean;
}

export function SaleInputs({ customerNumber, onCustomerNumber, price, count, asked }: SaleInputsProps) {
  const missing = asked && customerNumber.trim() === '';
  return (
    <div className="flex flex-col gap-4">
      <CustomerField
        help={price.customerName}
        error={missing ? 'Please enter a customer number' : undefined}
        value={customerNumber}
        onChange={onCustomerNumber}
      />
      <PriceFields
        label="Price per lead"
        draft={price.draft}
        onEdit={price.edit}
        problem={price.problem}
        asked={asked}
      />
      <SaleTotal price={price} count={count} />
    </div>
  );
}
