const TYPES_NOTHING = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'range']);

/** Returns true if a key pressed on this element types text and must not be handled as a shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !TYPES_NOTHING.has(target.type);
  return target.isContentEditable || target.matches('textarea, select, [role="combobox"]');
}
