/** Square button or link with only an icon. */
export const ICON_BUTTON =
  'inline-grid size-8 shrink-0 place-items-center rounded-control text-muted transition-colors print:hidden ' +
  'not-disabled:hover:bg-hover not-disabled:hover:text-text disabled:opacity-45 max-md:size-11';
