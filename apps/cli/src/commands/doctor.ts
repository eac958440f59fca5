import type { Command } from 'commander';
import type { Client } from '#client';
import { isProxied } from '../api/transport.js';
import { action, type Cli } from '../cli.js';
import { EXIT, failureOf } from '../exit.js';
import { checkConsole } from '../doctor/console.js';
import { checkCertificate } from '../doctor/certificate.js';
import { fail, type Finding, warn } from '../doctor/finding.js';
import { checkKeychain, checkProxies, checkToken } from '../doctor/machine.js';
import { checkService } from '../doctor/service.js';
import { checkSession } from '../doctor/session.js';

const LOOK = {
  columns: [
    { head: 'check', cell: ({ check }: Finding) => check },
    { head: '', cell: ({ state }: Finding) => state },
    { head: 'found', cell: ({ detail }: Finding) => detail },
  ],
  name: ({ check, state }: Finding) => `${check} ${state}`,
  empty: '',
};

/** doctor: what stands in the way of working with this service from this machine. */
export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('look for what stands in the way: service, clock, session, token, keychain, proxy')
    .option('--json', 'the same as -o json')
    .option('--console', 'and whether the console that is served is the one of this release')
    .action(
      action(async (cli, { json, console }: { json?: boolean; console?: boolean }) => {
        const findings = await examine(cli);
        if (console === true) findings.push(await checkConsole(cli.connect(null)));
        if (json === true) await cli.printer.document(findings);
        else await cli.printer.rows(findings, LOOK);
        const failed = findings.filter(({ state }) => state === 'fail').map(({ check }) => check);
        if (failed.length > 0) process.exitCode = failed.includes('console') ? EXIT.notVerified : EXIT.failed;
      }),
    );
}

async function examine(cli: Cli): Promise<Finding[]> {
  const { server, profile, caFile, tokenFile } = cli;
  const signedIn = clientOf(cli);
  const api = 'check' in signedIn ? null : signedIn;
  const service = await checkService(server, cli.connect(null), api);
  return [
    ...service,
    await checkCertificate(server, caFile, isProxied()),
    ...('check' in signedIn ? [signedIn] : service.length > 1 ? await checkSession(signedIn) : []),
    checkToken(profile?.store, cli.session.place, tokenFile),
    checkKeychain(profile?.store),
    checkProxies(),
  ];
}

/** The service in the name of who is signed in, without the gate that asks for a second factor; else what is wrong. */
function clientOf(cli: Cli): Client | Finding {
  try {
    return cli.connect(cli.token());
  } catch (error) {
    const { exit, message } = failureOf(error);
    return exit === EXIT.notSignedIn ? warn('session', message) : fail('session', message);
  }
}
