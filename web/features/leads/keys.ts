const TYPES_NOTHING = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'range']);

/** Whether a key pressed on this element writes text, so that it must not be taken for a command. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !TYPES_NOTHING.has(target.type);
  return target.isContentEditable || target.matches('textarea, select, [role="combobox"]');
}
