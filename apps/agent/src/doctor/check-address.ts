import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect as connectTcp, isIP } from 'node:net';
import { connect as connectTls, type PeerCertificate } from 'node:tls';
import type { Report } from './report.js';

const STALL_TIMEOUT_MS = 5000;
const DAY_MS = 86_400_000;
const SOON_DAYS = 14;

/** A network endpoint to check. */
export interface CheckedAddress {
  /** What it is, for people: `control plane`. */
  who: string;
  url: URL;
  /** Certificate authority in PEM; null for the system's. */
  ca: string | null;
  /** The variable that sets the certificate authority. */
  caSetting: string;
}

/** Checks DNS, TCP and TLS; returns whether all succeeded. */
export async function checkAddress(report: Report, address: CheckedAddress, now: number): Promise<boolean> {
  const { url, who } = address;
  const checks = [`${who}: name`, `${who}: connection`, `${who}: TLS`];
  const steps = [checkName, checkConnection, (...rest: Step) => checkTls(...rest, now)];
  for (const [index, step] of steps.entries()) {
    if (await step(report, checks[index]!, address)) continue;
    for (const check of checks.slice(index + 1)) report.skipped(check, `${url.hostname} was not reached`);
    return false;
  }
  return true;
}

type Step = [report: Report, check: string, address: CheckedAddress];

async function checkName(...[report, check, { url }]: Step): Promise<boolean> {
  const host = hostOf(url);
  if (isIP(host) !== 0) return report.ok(check, `${host} is an IP address`);
  try {
    const found = await lookup(host, { all: true });
    return report.ok(check, `${host} is ${found.map(({ address }) => address).join(', ')}`);
  } catch (error) {
    return codeOf(error) === 'ENOTFOUND'
      ? report.failed(
          check,
          `the name ${host} does not resolve`,
          'Check the spelling, and the DNS server of this machine.',
        )
      : report.failed(
          check,
          'the DNS server does not answer',
          'Check /etc/resolv.conf and the route to that server.',
        );
  }
}

async function checkConnection(...[report, check, { url }]: Step): Promise<boolean> {
  const [host, port] = [hostOf(url), portOf(url)];
  const socket = connectTcp({ host, port, timeout: STALL_TIMEOUT_MS });
  try {
    socket.once('timeout', () => socket.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
    await once(socket, 'connect');
    return report.ok(check, `${host} listens on port ${port}`);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ECONNREFUSED') {
      return report.failed(
        check,
        `nothing listens on port ${port} of ${host}`,
        'Check the port, and whether the server runs.',
      );
    }
    const silent = code === 'ETIMEDOUT' ? 'no answer' : `no connection (${code})`;
    return report.failed(
      check,
      `${silent} from port ${port} of ${host}`,
      'Check firewalls, routes and network policies in between.',
    );
  } finally {
    socket.destroy();
  }
}

async function checkTls(...[report, check, address, now]: [...Step, now: number]): Promise<boolean> {
  const { url, ca } = address;
  if (url.protocol !== 'https:') {
    report.skipped(check, 'http: the connection is not encrypted');
    return true;
  }
  const host = hostOf(url);
  const socket = connectTls({
    ...{ host, port: portOf(url), minVersion: 'TLSv1.2', timeout: STALL_TIMEOUT_MS },
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === null ? {} : { ca }),
    // Certificate errors are reported instead of thrown; no data is sent here.
    rejectUnauthorized: false,
  });
  try {
    socket.once('timeout', () => socket.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
    await once(socket, 'secureConnect');
    const certificate = socket.getPeerCertificate();
    // Typed as Error, but it is the code as a string.
    const fault = socket.authorized ? null : String(socket.authorizationError);
    return fault === null
      ? reportValidity(report, check, certificate, socket.getProtocol(), now)
      : reportFault(report, check, address, certificate, fault);
  } catch (error) {
    const detail = `${host} does not finish a TLS handshake (${codeOf(error)})`;
    return report.failed(
      check,
      detail,
      'Check that this port speaks TLS 1.2 or newer, and that no proxy is in between.',
    );
  } finally {
    socket.destroy();
  }
}

function reportValidity(
  report: Report,
  check: string,
  certificate: PeerCertificate,
  protocol: string | null,
  now: number,
): boolean {
  const days = Math.floor((Date.parse(certificate.valid_to) - now) / DAY_MS);
  const detail = `${protocol ?? 'TLS'}, certificate valid for ${days} more days`;
  return report.ok(check, detail, days < SOON_DAYS ? 'Have the certificate renewed soon.' : null);
}

function reportFault(
  report: Report,
  check: string,
  { url, caSetting }: CheckedAddress,
  certificate: PeerCertificate,
  fault: string,
): boolean {
  switch (fault) {
    case 'CERT_HAS_EXPIRED':
      return report.failed(
        check,
        `the certificate expired on ${certificate.valid_to}`,
        'Have it renewed; if it was, check the clock of this machine.',
      );
    case 'CERT_NOT_YET_VALID':
      return report.failed(
        check,
        `the certificate is not valid before ${certificate.valid_from}`,
        'Check the clock of this machine.',
      );
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return report.failed(
        check,
        `the certificate is for other names than ${hostOf(url)}: ${namesOf(certificate)}`,
        'Use a name that the certificate has, or have the certificate extended.',
      );
    default:
      return report.failed(
        check,
        `this machine does not trust the certificate’s issuer (${fault})`,
        `Set its certificate authority in ${caSetting}, or make the server send its intermediate certificates.`,
      );
  }
}

function namesOf({ subjectaltname }: PeerCertificate): string {
  return (subjectaltname ?? 'none').slice(0, 300);
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

function codeOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return typeof code === 'string' ? code : 'unknown';
}
