import type { CapPeriod, GivenCap } from '#contract/orders.ts';
import { groupedNumber } from '../../platform/message-text.ts';
import type { Span } from './period-reads.ts';
import { amountText, hundredths } from './stored-order.ts';

/** The places that an order has left. */
export interface OrderRoom {
  /** The moment for which it holds. */
  at: Date;
  /** Within its hours. */
  isOpen: boolean;
  /** Its last day is over. */
  hasEnded: boolean;
  caps: readonly CapRoom[];
  /** Leads sold through the order. */
  sold: number;
}

/** Shares of a cap that are announced, in percent. */
const ANNOUNCED = [80, 100] as const;

const PER: Record<CapPeriod, string> = {
  hour: ' an hour',
  day: ' a day',
  week: ' a week',
  month: ' a month',
  total: ' in total',
};

/** The places that a cap leaves, while leads are sold. Amounts are in hundredths. */
export class CapRoom {
  readonly cap: GivenCap;
  /** The current period; null for `total`. */
  readonly span: Span | null;
  private readonly price: number;
  private readonly most: { leads: number; amount: number };
  private readonly before: number;
  private leads: number;
  private amount: number;

  constructor(
    cap: GivenCap,
    { leads, amount, price, span }: { leads: number; amount: number; price: number; span: Span | null },
  ) {
    this.cap = cap;
    this.span = span;
    this.price = price;
    this.leads = leads;
    this.amount = amount;
    this.most = {
      leads: cap.leads ?? Number.POSITIVE_INFINITY,
      amount: cap.amount === undefined ? Number.POSITIVE_INFINITY : hundredths(cap.amount),
    };
    this.before = this.percent();
  }

  get used(): { leads: number; amount: string } {
    return { leads: this.leads, amount: amountText(this.amount) };
  }

  get isFull(): boolean {
    return this.leads + 1 > this.most.leads || this.amount + this.price > this.most.amount;
  }

  concerns(country: string | null): boolean {
    return this.cap.country === undefined || this.cap.country === country;
  }

  /** Whether a sale of that time counts. */
  counts(soldAt: Date): boolean {
    return this.span === null || (this.span.from <= soldAt && soldAt < this.span.before);
  }

  take(): void {
    this.leads++;
    this.amount += this.price;
  }

  /** The highest announced share that the cap has reached since it was read; null for none. */
  get reached(): (typeof ANNOUNCED)[number] | null {
    const now = this.percent();
    return ANNOUNCED.findLast((percent) => this.before < percent && now >= percent) ?? null;
  }

  /** Whether administrators get an email when it is full; caps of an hour fill too often. */
  get isMailed(): boolean {
    return this.cap.period !== 'hour';
  }

  /** Such as `100 leads a day in Germany`. */
  get text(): string {
    const { leads, amount, period, country } = this.cap;
    const limits = [
      ...(leads === undefined ? [] : [`${groupedNumber(leads)} ${leads === 1 ? 'lead' : 'leads'}`]),
      ...(amount === undefined ? [] : [`an amount of ${amount}`]),
    ];
    return `${limits.join(' or ')}${PER[period]}${country === undefined ? '' : ` in ${country}`}`;
  }

  private percent(): number {
    if (this.isFull) return 100;
    return 100 * Math.max(this.leads / this.most.leads, this.amount / this.most.amount);
  }
}
