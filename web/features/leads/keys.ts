const TYPES_NOTHING = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'range']);

/** Returns whether keys on this element type text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !TYPES_NOTHING.has(target.type);
  return target.isContentEditable || target.matches('textarea, select, [role="combobox"]');
}

/** Returns whether a key is for the list: unhandled, outside texts and dialogs. */
export function isForList({ defaultPrevented, target }: KeyboardEvent): boolean {
  if (defaultPrevented || isTyping(target)) return false;
  return document.querySelector('[role="dialog"]:not([data-beside])') === null;
}

export function isCommand({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}
