// Runs before the first paint: the colours that the person chose, else the system's. Inline scripts are refused by the
// page's policy, so tools/console puts this file into the page's head as a script of its own.
try {
  const theme = localStorage.getItem('countersign.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the system's colours.
}
