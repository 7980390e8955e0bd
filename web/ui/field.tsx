import { CircleAlert } from 'lucide-react';
import { Slot } from 'radix-ui';
import { type ReactElement, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

/** Set by the Field of a control. */
export interface ControlProps {
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

export interface FieldProps {
  label: string;
  help?: ReactNode;
  /** Replaces the help. */
  error?: string | undefined;
  optional?: boolean;
  className?: string;
  /** One control, which takes ControlProps. */
  children: ReactElement;
}

/** Connects a control with its label and its help or error. */
export function Field({ label, help, error, optional = false, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const noted = error !== undefined || help !== undefined;
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-13 font-medium text-text">
        {label}
        {optional && <span className="font-normal text-muted"> Optional</span>}
      </label>
      <Slot.Root
        id={id}
        {...(noted && { 'aria-describedby': noteId })}
        {...(error !== undefined && { 'aria-invalid': true })}
      >
        {children}
      </Slot.Root>
      {noted && (
        <p
          id={noteId}
          className={cx('flex gap-1.5 text-13', error === undefined ? 'text-muted' : 'text-negative')}
        >
          {error !== undefined && <CircleAlert className="mt-0.75 size-3.5 shrink-0" aria-hidden />}
          <span>{error ?? help}</span>
        </p>
      )}
    </div>
  );
}
