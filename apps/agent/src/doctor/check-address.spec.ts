import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { checkAddress } from './check-address.js';
import { type Finding, Report } from './report.js';
import { type Certificate, type CertificateOptions, makeCertificate } from './testing/make-certificate.js';

const DAY_MS = 86_400_000;
const AUTHORITY = makeCertificate({ name: 'Test Authority', isAuthority: true });

const servers: Server[] = [];

const sockets: Socket[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function listen(own: Server): Promise<number> {
  servers.push(own);
  // Whoever looks hangs up without a word.
  own.on('connection', (socket) => void sockets.push(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  return (own.address() as AddressInfo).port;
}

function serve(certificate: Certificate): Promise<number> {
  return listen(createTlsServer({ cert: certificate.cert, key: certificate.key }));
}

const issued = (options: Partial<CertificateOptions> = {}): Certificate =>
  makeCertificate({ name: 'server', names: ['localhost'], issuer: AUTHORITY, ...options });

async function look(url: string, ca: string | null = AUTHORITY.cert): Promise<Finding[]> {
  const report = new Report(() => undefined);
  const address = { who: 'store', url: new URL(url), ca, caSetting: 'VAULT_CACERT' };
  const all = await checkAddress(report, address, Date.now());
  expect(all).toBe(report.failures === 0);
  return report.findings;
}

const results = (findings: Finding[]): string[] => findings.map(({ result }) => result);

describe('an address', () => {
  it('passes if name, port and certificate do', async () => {
    const port = await serve(issued());
    const findings = await look(`https://localhost:${port}`);
    expect(results(findings)).toEqual(['ok', 'ok', 'ok']);
    expect(findings[2]).toMatchObject({
      detail: 'TLSv1.3, certificate valid for 89 more days',
      advice: null,
    });
  });

  it('with an IP address needs no DNS', async () => {
    const port = await serve(issued({ names: ['127.0.0.1'] }));
    expect(results(await look(`https://127.0.0.1:${port}`))).toEqual(['ok', 'ok', 'ok']);
  });

  it('over http is not checked for TLS', async () => {
    const port = await listen(createServer());
    expect(results(await look(`http://127.0.0.1:${port}`))).toEqual(['ok', 'ok', 'skipped']);
  });

  it('that doesn’t resolve is distinguished from one where nothing listens', async () => {
    const [name, ...rest] = await look('https://store.invalid');
    expect(name!.result).toBe('failed');
    expect(name!.detail).toMatch(/store\.invalid|DNS server/);
    expect(results(rest)).toEqual(['skipped', 'skipped']);
    const port = await listen(createServer());
    await new Promise((resolve) => servers.pop()!.close(resolve));
    const findings = await look(`https://127.0.0.1:${port}`);
    expect(findings[1]).toMatchObject({
      result: 'failed',
      detail: expect.stringContaining('nothing listens'),
    });
    expect(findings[2]!.result).toBe('skipped');
  });
});

describe('a certificate', () => {
  const tls = async (certificate: Certificate, ca: string | null = AUTHORITY.cert): Promise<Finding> =>
    (await look(`https://localhost:${await serve(certificate)}`, ca))[2]!;

  it('that expires soon passes with a warning', async () => {
    const finding = await tls(issued({ until: new Date(Date.now() + 5.5 * DAY_MS) }));
    expect(finding).toMatchObject({ result: 'ok', detail: expect.stringContaining('5 more days') });
    expect(finding.advice).toContain('renewed');
  });

  it('that has expired is reported with its date', async () => {
    const until = new Date(Date.UTC(2024, 4, 6));
    const finding = await tls(issued({ from: new Date(Date.UTC(2023, 4, 6)), until }));
    expect(finding).toMatchObject({ result: 'failed', detail: expect.stringContaining('May  6') });
    expect(finding.advice).toContain('renewed');
  });

  it('that is not yet valid points to the clock', async () => {
    const finding = await tls(issued({ from: new Date(Date.now() + DAY_MS) }));
    expect(finding).toMatchObject({ result: 'failed', advice: expect.stringContaining('clock') });
  });

  it('for another name is reported with its names', async () => {
    const finding = await tls(issued({ names: ['vault.example', 'vault.internal'] }));
    expect(finding).toMatchObject({ result: 'failed' });
    expect(finding.detail).toBe(
      'the certificate is for other names than localhost: DNS:vault.example, DNS:vault.internal',
    );
  });

  it('of an unknown authority points to the variable for it', async () => {
    const finding = await tls(issued(), null);
    expect(finding).toMatchObject({ result: 'failed', detail: expect.stringContaining('does not trust') });
    expect(finding.advice).toContain('VAULT_CACERT');
    expect(await tls(makeCertificate({ name: 'self', names: ['localhost'] }))).toMatchObject({
      result: 'failed',
      detail: expect.stringContaining('does not trust'),
    });
  });

  it('is missing if another protocol is spoken', async () => {
    const port = await listen(createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')));
    const [, , finding] = await look(`https://localhost:${port}`);
    expect(finding).toMatchObject({ result: 'failed', advice: expect.stringContaining('TLS 1.2') });
  });
});
