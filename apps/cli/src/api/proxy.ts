import { environmentVariable } from '../environment.js';

/** Returns the proxy for calls to a URL, of HTTPS_PROXY or HTTP_PROXY; null if there is none, or NO_PROXY names the host. */
export function proxyFor(url: URL): string | null {
  if (isExcluded(url)) return null;
  const ofHttps =
    url.protocol === 'https:'
      ? (environmentVariable('https_proxy') ?? environmentVariable('HTTPS_PROXY'))
      : undefined;
  return ofHttps ?? environmentVariable('http_proxy') ?? environmentVariable('HTTP_PROXY') ?? null;
}

/** Returns whether NO_PROXY names a host, with a port or without, or a domain that it is in, or all by a star. */
function isExcluded({ hostname, port, protocol }: URL): boolean {
  const names = environmentVariable('no_proxy') ?? environmentVariable('NO_PROXY') ?? '';
  const portOfUrl = port || (protocol === 'https:' ? '443' : '80');
  return names
    .toLowerCase()
    .split(/[,\s]+/)
    .some((entry) => {
      const [, named = entry, portOfEntry = portOfUrl] = /^(.+):(\d+)$/.exec(entry) ?? [];
      const domain = named.replace(/^\*?\./, '');
      const isIn = domain !== '' && (hostname === domain || hostname.endsWith(`.${domain}`));
      return entry === '*' || (isIn && portOfEntry === portOfUrl);
    });
}
