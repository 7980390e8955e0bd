import { type ContactChange, gainedContact } from './admission.ts';
import type { Contact } from './keys.ts';
import type { AskingTransaction } from './secret-writes.ts';
import { askLists, entryForms, type Hit, holdLists, NO_HIT } from './suppression-reads.ts';

/** Answers of suppression lists about emails and phones, asked together where they are known beforehand. */
export class ListAnswers {
  private readonly tx: AskingTransaction;
  private readonly answers = new Map<string, string[]>();
  private readonly anyone: boolean;

  private constructor(tx: AskingTransaction, anyone: boolean) {
    this.tx = tx;
    this.anyone = anyone;
  }

  /** Asks about emails and valid phones in E.164. */
  static async about(
    tx: AskingTransaction,
    { emails, phones }: { emails: readonly string[]; phones: readonly string[] },
  ): Promise<ListAnswers> {
    await holdLists(tx);
    const answers = new ListAnswers(tx, (await entryForms(tx)) !== null);
    await answers.ask([
      ...emails.map((email) => ({ email, phone: null })),
      ...phones.map((phone) => ({ email: null, phone })),
    ]);
    return answers;
  }

  /** Returns the lists that an email or phone which a lead gets is on. */
  async hitOf(change: ContactChange): Promise<Hit> {
    if (!this.anyone) return NO_HIT;
    const gained = gainedContact(change);
    const unknown = ([gained.email, gained.phone] as const).filter(
      (one) => one !== null && !this.answers.has(one),
    );
    if (unknown.length > 0) await this.ask([gained]);
    return { email: this.answerTo(gained.email), phone: this.answerTo(gained.phone) };
  }

  private answerTo(identity: string | null): string[] {
    return identity === null ? [] : (this.answers.get(identity) ?? []);
  }

  private async ask(contacts: readonly Contact[]): Promise<void> {
    if (!this.anyone) return;
    const hits = await askLists(this.tx, contacts);
    for (const [at, { email, phone }] of contacts.entries()) {
      if (email !== null) this.answers.set(email, hits[at]?.email ?? []);
      if (phone !== null) this.answers.set(phone, hits[at]?.phone ?? []);
    }
  }
}
