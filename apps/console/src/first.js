// Runs before everything else, while the code of the console is still on its way. Inline scripts are refused by the page's
// policy, so tools/console puts this file into the page's head as a script of its own.

// The colours that the person chose, else the system's.
try {
  const theme = localStorage.getItem('countersign.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the system's colours.
}

{
  const path = location.pathname;
  // What the page can't be shown without: src/api/prefetched.ts hands these answers out.
  const prefetched = new Map();
  globalThis.countersignPrefetched = prefetched;
  const read = (call) => {
    const answer = fetch(call);
    // Nobody may come for it.
    answer.catch(() => undefined);
    prefetched.set(call, answer);
  };
  if (!/^\/(sign-in|signed-in)$/.test(path)) read('/api/v1/users/me');
  const request = /^\/requests\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(path);
  if (request !== null) read(`/api/v1/requests/${request[1]}?expand=names`);

  // The code of this address's page. The build fills in the patterns of addresses, and which of the files each needs.
  const { files, pages } = /* PAGES */ { files: [], pages: [] };
  const [, needed = []] = pages.find(([pattern]) => new RegExp(pattern).test(path)) ?? [];
  for (const index of needed) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = `/${files[index]}`;
    document.head.append(link);
  }
}
