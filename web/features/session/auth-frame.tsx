import type { ReactNode } from 'react';

interface AuthFrameProps {
  title: string;
  text: string;
  children: ReactNode;
}

/** Frames a form for signed-out users. */
export function AuthFrame({ title, text, children }: AuthFrameProps) {
  return (
    <section className="rounded-card border border-line bg-surface p-6">
      <h2 className="text-16 font-semibold">{title}</h2>
      <p className="mt-0.5 mb-6 text-14 text-muted">{text}</p>
      {children}
    </section>
  );
}
