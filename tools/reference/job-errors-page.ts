import { STORE_ERRORS } from '../../apps/agent/src/drivers/store-error-codes.js';
import { JOB_FAILURES } from '../../apps/agent/src/jobs/job-failure.js';
import { JOB_ENDS } from '../../libs/jobs/src/domain/job-ends.js';
import { code, markdownTable } from './markdown-table.js';

const INTRODUCTION = `# Codes of failed jobs

A failed job has one of these codes as its \`error\` (\`GET /jobs/:id\`), as do its request and, for a discovery, the
\`last_discover_error\` of the connection. Texts of a store's responses are never passed on.`;

const CONTROL_PLANE = `If the control plane refuses a call of a job permanently, the job fails with the code of that error,
such as \`dek_expired\` or \`key_not_requested\`; see the [API description](../api/openapi.json).`;

type Codes = Readonly<Record<string, { readonly meaning: string; readonly action: string }>>;

/** Returns docs/reference/job-errors.md, from the tables of codes. */
export function jobErrorsPage(): string {
  return [
    INTRODUCTION,
    section('Reported by the agent about the store', STORE_ERRORS),
    section('Reported by the agent about the job', JOB_FAILURES),
    CONTROL_PLANE,
    section('Set by the service', JOB_ENDS),
  ].join('\n\n');
}

/** Returns what each code means and what to do about it, for the console. */
export function jobErrorTexts(): Readonly<Record<string, string>> {
  const codes = Object.entries({ ...STORE_ERRORS, ...JOB_FAILURES, ...JOB_ENDS });
  return Object.fromEntries(codes.map(([name, { meaning, action }]) => [name, `${meaning} ${action}`]));
}

function section(title: string, codes: Codes): string {
  const rows = Object.entries(codes).map(([name, { meaning, action }]) => [code(name), meaning, action]);
  return `## ${title}\n\n${markdownTable(['Code', 'Meaning', 'What to do'], rows)}`;
}
