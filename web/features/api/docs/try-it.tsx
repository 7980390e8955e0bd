import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { Textarea, TextInput } from '../../../ui/text-input.tsx';
import { type DocumentedCall, withId } from './calls.ts';
import { CodeBlock } from './code-block.tsx';

interface PublicAnswer {
  status: number;
  statusText: string;
  /** Selected headers, spelled as documented. */
  headers: [name: string, value: string][];
  /** Indented JSON, or other bodies verbatim. */
  text: string;
}

const SHOWN = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After', 'X-Request-Id'];

/**
 * Calls the API with the token but without the session, which a rejected token would end. @throws
 * the error of fetch when the server can't be reached
 */
async function sendPublic(token: string, method: string, url: string, json?: string): Promise<PublicAnswer> {
  const response = await fetch(url, {
    method,
    credentials: 'omit',
    cache: 'no-store',
    headers: {
      authorization: `Bearer ${token}`,
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    ...(json !== undefined && { body: json }),
  });
  return {
    status: response.status,
    statusText: response.statusText,
    headers: SHOWN.flatMap((name): [string, string][] => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
    text: indentedJson(await response.text()),
  };
}

function indentedJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

interface TryItProps {
  call: DocumentedCall;
  origin: string;
  token: string;
  onToken: (token: string) => void;
}

function isJson(text: string): true | string {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    return `This isn't valid JSON: ${error instanceof Error ? error.message : "it can't be read"}`;
  }
}

/** Characters valid in a header. */
const HEADER_TEXT = /^[\x21-\x7e]+$/;

/** Makes the call with a pasted token, which isn't stored. */
export function TryIt({ call, origin, token, onToken }: TryItProps) {
  const id = useId();
  const { method, path, example } = call;
  const reads = method === 'GET';
  const kind = example.body !== undefined ? 'body' : example.params ? 'id' : 'query';
  const { register, handleSubmit, formState } = useForm({
    defaultValues: {
      token,
      sent: {
        body: JSON.stringify(example.body, null, 2),
        id: example.params?.id ?? '',
        query: new URLSearchParams(example.query).toString(),
      }[kind],
    },
  });
  const send = useMutation({
    mutationFn: ({ token: given, sent }: { token: string; sent: string }) =>
      kind === 'body'
        ? sendPublic(given.trim(), method, `${origin}${path}`, sent)
        : sendPublic(given.trim(), method, `${origin}${withSent(sent)}`),
  });
  const withSent = (sent: string) =>
    kind === 'id' ? withId(path, sent.trim()) : `${path}?${sent.replace(/^\?/, '')}`;
  const { token: tokenError, sent: sentError } = formState.errors;
  return (
    <Card title="Try It" subtitle={reads ? 'Reads your leads.' : 'This changes your real leads.'}>
      <form
        aria-labelledby={id}
        noValidate
        onSubmit={(event) => void handleSubmit((values) => send.mutate(values))(event)}
        className="flex flex-col gap-4"
      >
        <span id={id} className="sr-only">
          Try {call.label}
        </span>
        <Field
          label="API token"
          help="Used only for this request and never stored."
          error={tokenError?.message}
        >
          <PasswordInput
            {...register('token', {
              onChange: ({ target }) => onToken(target.value),
              validate: (value) => HEADER_TEXT.test(value.trim()) || 'Paste a token that begins with lm_',
            })}
            autoComplete="off"
            placeholder="lm_…"
            className="font-mono"
          />
        </Field>
        {kind !== 'body' ? (
          <Field label={kind === 'id' ? 'Lead ID' : 'Query'}>
            <TextInput {...register('sent')} className="font-mono" spellCheck={false} autoComplete="off" />
          </Field>
        ) : (
          <Field label="Body" error={sentError?.message}>
            <Textarea
              {...register('sent', { validate: isJson })}
              rows={10}
              spellCheck={false}
              className="font-mono text-12 leading-5"
            />
          </Field>
        )}
        <div className="flex justify-end">
          <Button type="submit" variant="primary" pending={send.isPending} pendingText="Sending...">
            Send Request
          </Button>
        </div>
      </form>
      <div aria-live="polite">
        {send.error && (
          <p className="mt-4 text-14 text-negative">
            Couldn't reach the server. Check your connection and try again.
          </p>
        )}
        {send.data && <Answer answer={send.data} label={call.label} />}
      </div>
    </Card>
  );
}

function Answer({ answer, label }: { answer: PublicAnswer; label: string }) {
  return (
    <div className="mt-4 border-t border-line pt-4">
      <p className="mb-2 flex flex-wrap items-center gap-2">
        <Badge tone={answer.status < 400 ? 'positive' : 'negative'}>
          {answer.status} {answer.statusText}
        </Badge>
        {answer.headers.map(([name, value]) => (
          <span key={name} className="text-12 text-muted">
            {name} <span className="font-mono text-text">{value}</span>
          </span>
        ))}
      </p>
      <CodeBlock label={`Response of ${label}`} code={answer.text} />
    </div>
  );
}
