const TYPES_NOTHING = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'range']);

/** Returns true if a key pressed on this element types text and must not be handled as a shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !TYPES_NOTHING.has(target.type);
  return target.isContentEditable || target.matches('textarea, select, [role="combobox"]');
}

/** Returns whether a key is for the list: no text is being typed, no dialog above the list is open, and nothing handled it. */
export function isForList({ defaultPrevented, target }: KeyboardEvent): boolean {
  if (defaultPrevented || isTyping(target)) return false;
  return document.querySelector('[role="dialog"]:not([data-beside])') === null;
}

/** Returns whether a modifier that makes a key a command is held. */
export function isCommand({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}
