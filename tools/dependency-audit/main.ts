import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseAuditExceptions } from './audit-exceptions.js';
import { judgeAudit } from './judge-audit.js';
import { runNpmAudit } from './run-npm-audit.js';

/**
 * `npm run deps:audit [-- --registry URL --timeout SECONDS --exceptions FILE]`: are there known vulnerabilities in what
 * runs in production? Exits with 0 when there are none, or when the audit service is unreachable (reported); with 1
 * when there are some; with 2 when npm or the exceptions can't be used.
 */
function main(): number {
  const { values } = parseArgs({
    options: {
      registry: { type: 'string' },
      timeout: { type: 'string', default: '60' },
      exceptions: { type: 'string', default: 'tools/dependency-audit/exceptions.json' },
    },
  });
  const today = new Date().toISOString().slice(0, 10);
  const exceptions = parseAuditExceptions(readFileSync(values.exceptions, 'utf8'), today);
  const outcome = runNpmAudit(values.registry, Number(values.timeout) * 1000);
  if (outcome.kind === 'unreachable') {
    say(`NOT AUDITED, the audit service is out of reach: ${outcome.why}`);
    return 0;
  }
  const { failures, notes } = judgeAudit(outcome.report, exceptions, today);
  notes.forEach(say);
  failures.forEach(say);
  say(
    failures.length === 0
      ? 'no known vulnerability in production dependencies'
      : `FAILED: ${failures.length} known vulnerabilities in production dependencies`,
  );
  return failures.length === 0 ? 0 : 1;
}

function say(line: string): void {
  process.stdout.write(`deps:audit: ${line}\n`);
}

try {
  process.exitCode = main();
} catch (error) {
  say((error as Error).message);
  process.exitCode = 2;
}
