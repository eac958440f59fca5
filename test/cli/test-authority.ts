import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** In PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const DAY_MS = 86_400_000;
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** A certificate authority that no system trusts. */
export class TestAuthority {
  readonly #folder = mkdtempSync(join(tmpdir(), 'countersign-authority-'));
  /** Its own certificate. */
  readonly caFile = join(this.#folder, 'ca.pem');

  constructor() {
    writeFileSync(join(this.#folder, 'index'), '');
    this.#configure('DNS:nobody.test');
    this.#openssl('req', '-x509', '-days', '30', ...NEW_KEY, '-keyout', 'ca.key', '-out', 'ca.pem');
    this.#openssl('req', '-new', ...NEW_KEY, '-keyout', 'server.key', '-out', 'server.csr');
  }

  /**
   * Issues a certificate.
   * @param names `DNS:service.test,IP:127.0.0.1`
   * @param days until it expires, and half a day more; negative for one that has
   */
  certify(names: string, days: number): Certificate {
    this.#configure(names);
    const times = ['-startdate', timeIn(-100), '-enddate', timeIn(days + 0.5)];
    this.#openssl('ca', '-batch', '-notext', ...times, '-in', 'server.csr', '-out', 'server.pem');
    const [key, cert] = ['server.key', 'server.pem'].map((name) =>
      readFileSync(join(this.#folder, name), 'utf8'),
    );
    return { key: key!, cert: cert! };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }

  #openssl(command: string, ...args: string[]): void {
    execFileSync('openssl', [command, '-config', 'config', ...args], { cwd: this.#folder, stdio: 'pipe' });
  }

  #configure(names: string): void {
    writeFileSync(join(this.#folder, 'config'), configurationFor(names));
  }
}

const configurationFor = (names: string): string => `
[req]
prompt = no
distinguished_name = name
x509_extensions = authority
[name]
O = Test authority
CN = Test authority
[authority]
basicConstraints = critical, CA:TRUE
[ca]
default_ca = own
[own]
certificate = ca.pem
private_key = ca.key
database = index
new_certs_dir = .
rand_serial = yes
unique_subject = no
default_md = sha256
policy = any
x509_extensions = server
[any]
commonName = supplied
[server]
subjectAltName = ${names}
`;

/** Returns a time as openssl takes it: 20261126120000Z. */
function timeIn(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().replace(/[-:T]|\.\d+/g, '');
}
