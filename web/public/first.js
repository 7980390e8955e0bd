// Runs before the first paint and before every module.
(() => {
  // Prevents a flash of the wrong theme. Dark unless light was chosen.
  let theme = 'dark';
  try {
    if (localStorage.getItem('theme') === 'light') theme = 'light';
  } catch {
    // Storage may be blocked.
  }
  document.documentElement.dataset.theme = theme;

  // Disables zod's JIT. Otherwise zod would try to compile code from strings, which the content security
  // policy blocks and reports as a violation. zod reads this setting when the first schema is created,
  // earlier than any module could set it.
  globalThis.__zod_globalConfig = { jitless: true };
})();
