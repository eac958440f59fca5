import { connect, type PeerCertificate } from 'node:tls';
import { trustedCertificates } from '../api/trusted-certificates.js';
import { reasonOf } from '../exit.js';
import { fail, type Finding, ok, warn } from './finding.js';

const DAY_MS = 86_400_000;
const SOON_DAYS = 21;
const TIMEOUT_MS = 10_000;

/** Checks whether the service's certificate is trusted here, and when it expires. */
export async function checkCertificate(
  server: string,
  caFile: string | null,
  proxied: boolean,
): Promise<Finding> {
  const { protocol, hostname, port } = new URL(server);
  if (protocol === 'http:') return ok('certificate', 'none: http, on this machine alone');
  if (proxied) return ok('certificate', 'not checked: behind a proxy');
  try {
    const ca = trustedCertificates(caFile);
    return findingOf(await certificateOf(hostname.replace(/^\[|\]$/g, ''), Number(port || 443), ca));
  } catch (error) {
    return fail('certificate', reasonOf(error));
  }
}

function findingOf({ valid_to, issuer }: PeerCertificate): Finding {
  const days = Math.floor((Date.parse(valid_to) - Date.now()) / DAY_MS);
  const detail = `${days} days left, issued by ${[issuer.O ?? issuer.CN].flat().join(' ')}`;
  return days < SOON_DAYS ? warn('certificate', detail) : ok('certificate', detail);
}

async function certificateOf(host: string, port: number, ca: string[] | undefined): Promise<PeerCertificate> {
  return new Promise((resolve, reject) => {
    // RFC 6066 §3: no server name for addresses.
    const servername = /^[\d.]+$|:/.test(host) ? '' : host;
    const socket = connect({ host, port, ca, servername, timeout: TIMEOUT_MS }, () => {
      resolve(socket.getPeerCertificate());
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer')));
    socket.once('error', reject);
  });
}
