import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { UPLOAD_BYTES, UPLOAD_EXTENSIONS } from '#contract/limits.ts';
import { HttpError } from '../errors.ts';
import { storableInput } from '../http/clean-input.ts';

/** Parts may come in any order. */
export interface UploadForm<T> {
  fields: Map<string, string>;
  /** Result of `take`. */
  file: T | null;
}

const FIELD_BYTES = 1024 * 1024;
/** Largest file plus boundaries, headers and fields. */
const FORM_BYTES = UPLOAD_BYTES + 2 * FIELD_BYTES;
/** Pasted rows are .tsv. */
const TABLE_ENDINGS: readonly string[] = [...UPLOAD_EXTENSIONS, '.tsv'];
/** For clients that keep sending a rejected body. */
const LINGER_MS = 5_000;

/**
 * Streams the part `file` to `file.take`; `file.drop` undoes it if the form is invalid.
 * @throws HttpError unsupported_media_type, too_large, invalid_input, and errors of `file.take`
 */
export async function readUploadForm<T>(
  request: FastifyRequest,
  allowed: readonly string[],
  file: {
    take: (filename: string, bytes: AsyncIterable<Uint8Array>) => Promise<T>;
    drop: (taken: T) => Promise<void>;
  },
  endings: readonly string[] = TABLE_ENDINGS,
): Promise<UploadForm<T>> {
  if (!request.isMultipart()) {
    throw new HttpError('unsupported_media_type', 'Send the file as multipart/form-data');
  }
  const form: UploadForm<T> = { fields: new Map(), file: null };
  try {
    if (Number(request.headers['content-length'] ?? 0) > FORM_BYTES) throw fileTooLarge();
    // The parser would wait forever.
    if (request.raw.destroyed) throw Object.assign(new Error('The client hung up'), { code: 'ECONNRESET' });
    // One more byte reveals larger files.
    const limits = { fileSize: UPLOAD_BYTES + 1, fieldSize: FIELD_BYTES, files: 1, fields: 20, parts: 21 };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        if (part.fieldname !== 'file') throw unknownPart(part.fieldname);
        form.file = await file.take(checkedName(part, endings), limited(part));
      } else {
        addFormField(form.fields, allowed, part.fieldname, part.value, part.valueTruncated);
      }
    }
    return form;
  } catch (error) {
    drainRequest(request);
    if (form.file !== null) await file.drop(form.file);
    throw formErrorOf(error);
  }
}

async function* limited(part: MultipartFile): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > UPLOAD_BYTES) throw fileTooLarge();
    yield chunk;
  }
}

function checkedName(part: MultipartFile, endings: readonly string[]): string {
  // Some browsers send a path.
  const name =
    part.filename
      .split(/[\\/]/)
      .pop()
      ?.replace(/\p{Cc}/gu, '')
      .trim() ?? '';
  const lower = name.toLowerCase();
  if (!endings.some((ending) => lower.endsWith(ending))) {
    const named = endings === TABLE_ENDINGS ? UPLOAD_EXTENSIONS : endings;
    const last = named.at(-1);
    throw new HttpError(
      'invalid_input',
      `Only ${named.slice(0, -1).join(', ')} and ${last} files can be uploaded`,
      { field: 'file' },
    );
  }
  return name.slice(-255);
}

function addFormField(
  fields: Map<string, string>,
  allowed: readonly string[],
  name: string,
  value: unknown,
  truncated: boolean,
): void {
  if (!allowed.includes(name)) throw unknownPart(name);
  if (truncated) throw new HttpError('too_large', `${name} is too long`, { field: name });
  if (fields.has(name)) throw new HttpError('invalid_input', `${name} was sent twice`, { field: name });
  fields.set(name, storableInput(String(value)));
}

function unknownPart(name: string): HttpError {
  return new HttpError('invalid_input', `Unexpected part: ${name.slice(0, 60)}`, {
    field: name.slice(0, 60),
  });
}

function fileTooLarge(): HttpError {
  return new HttpError('too_large', 'The file is larger than 100 MB', { field: 'file' });
}

/** Disconnects clients that keep sending. */
function drainRequest(request: FastifyRequest): void {
  const { raw } = request;
  if (raw.complete) return;
  raw.unpipe();
  raw.resume();
  const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS);
  timer.unref();
  raw.once('end', () => clearTimeout(timer));
}

/** Returns other errors unchanged. */
function formErrorOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof HttpError) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') return fileTooLarge();
  if (code === 'FST_FILES_LIMIT')
    return new HttpError('invalid_input', 'Send one file only', { field: 'file' });
  if (code.startsWith('FST_')) {
    return new HttpError('invalid_input', `The form can't be read: ${error.message}`);
  }
  if (
    /boundary|multipart|unexpected end of form|part header|part terminated|premature/i.test(error.message)
  ) {
    return new HttpError('invalid_input', "The form can't be read: it is malformed or incomplete");
  }
  return error;
}

/**
 * Parses the fields of a form.
 * @throws HttpError invalid_input naming the field
 */
export function formFields<F extends z.ZodRawShape>(
  form: z.ZodObject<F>,
  fields: ReadonlyMap<string, string>,
): z.output<z.ZodObject<F>> {
  const parsed = form.safeParse(Object.fromEntries(fields));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = String(issue?.path[0] ?? '');
  const message = fields.has(field) ? (issue?.message ?? 'Invalid input') : 'This field is missing';
  throw new HttpError('invalid_input', `${field}: ${message}`, { field });
}
