// Runs before the first paint and before every module.
(() => {
  // So that no page flashes in the wrong theme. Dark unless light was chosen.
  let theme = 'dark';
  try {
    if (localStorage.getItem('theme') === 'light') theme = 'light';
  } catch {
    // Storage may be blocked.
  }
  document.documentElement.dataset.theme = theme;

  // zod would try to build code from strings, be refused by the content security policy, go on without, and leave
  // a violation behind. It reads this setting as soon as the first schema is made, which no module can precede.
  globalThis.__zod_globalConfig = { jitless: true };
})();
