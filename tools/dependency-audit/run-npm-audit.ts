import { spawnSync } from 'node:child_process';
import { npmCommand } from '../npm-command.js';
import type { AuditReport } from './judge-audit.js';

export type AuditOutcome =
  | { readonly kind: 'report'; readonly report: AuditReport }
  | { readonly kind: 'unreachable'; readonly why: string };

/** npm's message for every problem between it and the audit endpoint. */
const SERVICE_FAILED = 'audit endpoint returned an error';

const ARGS = [
  ...['audit', '--json', '--omit=dev', '--package-lock-only', '--loglevel=error', '--update-notifier=false'],
  // Offline, npm would report no vulnerabilities.
  ...['--offline=false', '--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=20000'],
];

/**
 * Audits the production dependencies of package-lock.json at the registry, through npm.
 * @param registry URL of another registry than npm's configured one
 * @param timeoutMs after which the registry counts as unreachable
 * @throws Error if npm fails for another reason
 */
export function runNpmAudit(registry: string | undefined, timeoutMs: number): AuditOutcome {
  const args = registry === undefined ? ARGS : [...ARGS, `--registry=${registry}`];
  const [command, all] = npmCommand(args);
  const { error, stdout, stderr } = spawnSync(command, all, {
    ...{ encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    ...{ timeout: timeoutMs, killSignal: 'SIGKILL' },
  });
  if (error && 'code' in error && error.code === 'ETIMEDOUT')
    return { kind: 'unreachable', why: `no answer within ${timeoutMs / 1000} s` };
  if (error) throw error;
  const answer = parsed(stdout);
  if (answer?.auditReportVersion === 2) return { kind: 'report', report: answer as AuditReport };
  if (!stderr.includes(SERVICE_FAILED)) throw new Error(`npm audit failed: ${stderr}`);
  return { kind: 'unreachable', why: answer?.message ?? 'it answered with an error' };
}

function parsed(text: string): (Partial<AuditReport> & { readonly message?: string }) | null {
  try {
    return JSON.parse(text) as Partial<AuditReport>;
  } catch {
    return null;
  }
}
