import { useState } from 'react';
import { flushSync } from 'react-dom';

/** Names what is missing once an incomplete form was sent, and focuses its first invalid control. */
export function useAsked(): [asked: boolean, ask: (form: Element | null) => void] {
  const [asked, setAsked] = useState(false);
  const ask = (form: Element | null) => {
    flushSync(() => setAsked(true));
    form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  };
  return [asked, ask];
}
