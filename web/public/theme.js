// Runs before the first paint, so that no page flashes in the wrong theme. Dark unless light was chosen.
(() => {
  let theme = 'dark';
  try {
    if (localStorage.getItem('theme') === 'light') theme = 'light';
  } catch {
    // Storage may be blocked.
  }
  document.documentElement.dataset.theme = theme;
})();
