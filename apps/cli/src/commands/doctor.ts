import type { Command } from 'commander';
import type { Client } from '#client';
import type { NoteVerifier } from '#libs/merkle-log';
import { proxyFor } from '../api/proxy.js';
import { verifiersOf, withKey } from '../audit/log-key.js';
import { action, type Cli } from '../cli.js';
import { CliError, EXIT, failureOf } from '../exit.js';
import { checkAuditLog } from '../doctor/audit-log.js';
import { checkConsole } from '../doctor/console.js';
import { checkCertificate } from '../doctor/certificate.js';
import { fail, type Finding, warn } from '../doctor/finding.js';
import { checkKeychain, checkProxies, checkToken } from '../doctor/machine.js';
import { checkService } from '../doctor/service.js';
import { checkSession } from '../doctor/session.js';

const FORMAT = {
  columns: [
    { head: 'check', cell: ({ check }: Finding) => check },
    { head: '', cell: ({ state }: Finding) => state },
    { head: 'found', cell: ({ detail }: Finding) => detail },
  ],
  name: ({ check, state }: Finding) => `${check} ${state}`,
  empty: '',
};

/** The checks whose failure means that something is not as signed or released. */
const SIGNED = ['console', 'audit log'];

interface DoctorOptions {
  readonly console?: boolean;
  readonly key?: readonly string[];
  readonly kept?: string;
}

/** Adds doctor: checks whether this machine can work with the service. */
export function addDoctor(program: Command): void {
  withKey(program.command('doctor'))
    .description('check service, clock, session, token, keychain, proxy and audit log')
    .option('--json', 'the same as -o json')
    .on('option:json', () => void program.setOptionValueWithSource('output', 'json', 'cli'))
    .option('--console', 'also check that the served console is that of this release')
    .option('--kept <folder>', 'also check that the audit log continues the checkpoint kept there')
    .action(
      action(async (cli, { console, key = [], kept }: DoctorOptions) => {
        if (kept !== undefined && key.length === 0)
          throw new CliError(EXIT.usage, 'A kept checkpoint is verified with a key: use --kept with --key.');
        const findings = await examine(cli, key.length === 0 ? [] : verifiersOf(key), kept);
        if (console === true) findings.push(await checkConsole(cli.connect(null)));
        await cli.printer.rows(findings, FORMAT);
        const failed = findings.filter(({ state }) => state === 'fail').map(({ check }) => check);
        if (failed.length === 0) return;
        process.exitCode = failed.some((check) => SIGNED.includes(check)) ? EXIT.notVerified : EXIT.failed;
      }),
    );
}

async function examine(
  cli: Cli,
  verifiers: readonly NoteVerifier[],
  kept: string | undefined,
): Promise<Finding[]> {
  const { server, profile, caFile, tokenFile } = cli;
  const signedIn = clientOf(cli);
  const api = 'check' in signedIn ? null : signedIn;
  const service = await checkService(server, cli.connect(null), api);
  const isThere = service.length > 1;
  return [
    ...service,
    await checkCertificate(server, caFile, proxyFor(new URL(server)) !== null),
    ...('check' in signedIn ? [signedIn] : isThere ? await checkSession(signedIn) : []),
    ...(api !== null && isThere ? [await checkAuditLog(api, verifiers, kept)] : []),
    checkToken(profile?.store, cli.session.place, tokenFile),
    checkKeychain(profile?.store),
    checkProxies(),
  ];
}

/** Returns the client of the signed-in user, without the automatic step-up, or a finding if there is none. */
function clientOf(cli: Cli): Client | Finding {
  try {
    return cli.connect(cli.token());
  } catch (error) {
    const { exit, message } = failureOf(error);
    return exit === EXIT.notSignedIn ? warn('session', message) : fail('session', message);
  }
}
