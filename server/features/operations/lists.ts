import type { z } from 'zod';
import { type IdentifierType, previewForm } from '#contract/sales.ts';
import { type ListAction, type ListRow, MANUAL_ENTRY } from '../../lead/operations/operation.ts';
import type { FoundOperation } from '../../lead/operations/reads.ts';
import { beginList, waitForBulk } from '../../lead/operations/start.ts';
import type { Context } from '../../platform/context/context.ts';
import { permitOf } from '../../platform/http/access.ts';
import { editorOf } from '../../platform/http/actor.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { clientSignal } from '../../platform/http/client-signal.ts';
import { threadTask } from '../../platform/jobs/threads.ts';
import { INSPECTION_POOL } from '../../platform/uploads/inspection-threads.ts';
import { withUploadedFile } from '../../platform/uploads/uploaded-file.ts';
import type previewPhonesInThread from './phone-preview-writes.ts';
import type { PhonePreview } from './phone-preview-writes.ts';
import type beginListInThread from './read-list.ts';
import type countSaleInThread from './sale-preview.ts';
import { countWithoutConsent } from './sale-preview.ts';

/** Rows per INSERT. */
const CHUNK_ROWS = 5_000;

const BEGIN_LIST = threadTask<typeof beginListInThread>(
  INSPECTION_POOL,
  new URL('./read-list.ts', import.meta.url),
  { readsMeanwhile: true },
);
const PREVIEW_LIST = threadTask<typeof previewPhonesInThread>(
  INSPECTION_POOL,
  new URL('./phone-preview-writes.ts', import.meta.url),
  { readsMeanwhile: true },
);
const PREVIEW_SALE = threadTask<typeof countSaleInThread>(
  INSPECTION_POOL,
  new URL('./sale-preview.ts', import.meta.url),
  { readsMeanwhile: true },
);

/** Runs a list of typed identifiers to its end. */
export async function runTypedList(
  caller: Caller,
  action: ListAction,
  identifiers: readonly string[],
): Promise<FoundOperation> {
  const list = { action, detail: MANUAL_ENTRY, editor: editorOf(caller) };
  return endOfList(
    caller,
    await caller.scope.transaction((tx) => beginList(tx, list, typedRows(identifiers))),
  );
}

/**
 * Runs a list that is sent as a form's file to its end.
 * @throws HttpError for an invalid form, field or file
 */
export async function runListFile<F extends z.ZodRawShape>(
  { threads }: Context,
  caller: Caller,
  form: z.ZodObject<F>,
  actionOf: (fields: z.output<z.ZodObject<F>>) => ListAction,
): Promise<FoundOperation> {
  const id = await withUploadedFile(caller, form, (file, fields) => {
    const list = { action: actionOf(fields), detail: file.filename, editor: editorOf(caller) };
    const permit = permitOf(caller.request);
    return threads.run(BEGIN_LIST, caller.scope.organizationId, { file, list }, { permit });
  });
  return endOfList(caller, id);
}

function endOfList({ scope, request }: Caller, id: string): Promise<FoundOperation> {
  return waitForBulk(scope, id, "The update couldn't be finished", () => !request.raw.socket.destroyed);
}

/** Performs a dry run of a phone update while the client is connected. */
export function previewListedPhones(
  { threads }: Context,
  caller: Caller,
  form: z.ZodObject<Record<string, never>>,
): Promise<PhonePreview> {
  return withUploadedFile(caller, form, (file) =>
    threads.run(PREVIEW_LIST, caller.scope.organizationId, file, { signal: clientSignal(caller.reply) }),
  );
}

/** Counts the leads of a typed list that can't be sold for lack of consent. */
export function previewTypedSale(
  { scope }: Caller,
  type: IdentifierType,
  identifiers: readonly string[],
): Promise<number> {
  return scope.transaction((tx) => countWithoutConsent(tx, type, typedRows(identifiers)));
}

/** The same for a form's file, while the client is connected. */
export function previewListedSale({ threads }: Context, caller: Caller): Promise<number> {
  return withUploadedFile(caller, previewForm, (file, { identifierType }) => {
    const { organizationId } = caller.scope;
    const signal = clientSignal(caller.reply);
    return threads.run(PREVIEW_SALE, organizationId, { file, identifierType }, { signal });
  });
}

function* typedRows(identifiers: readonly string[]): Generator<ListRow[]> {
  for (let from = 0; from < identifiers.length; from += CHUNK_ROWS) {
    yield identifiers.slice(from, from + CHUNK_ROWS).map((text, index) => ({
      rowNumber: from + index + 1,
      identifier: text.replaceAll('\0', '').toWellFormed(),
      value: null,
      country: null,
    }));
  }
}
