import type { Command } from 'commander';
import { dataOf } from '#client';
import { action, type Cli } from '../cli.js';
import { placeOf, type PlaceOptions } from '../find/place.js';
import { addValueOptions } from '../values/add-value-options.js';
import { newValues, type ValueOptions } from '../values/value-sources.js';
import { reportSubmitted } from './report-submitted.js';
import { withPlace } from './requests.js';
import { examples } from '../examples.js';

interface PatchOptions extends PlaceOptions, ValueOptions {
  readonly justification?: string;
  readonly wait?: string | true;
}

/** Adds request patch: a change of keys, whose new values approvers don't see. */
export function addPatch(request: Command): void {
  addValueOptions(withPlace(request.command('patch <ref>')))
    .description('ask to change values of a secret')
    .option('--justification <text>', 'why: approvers read this')
    .option('--wait [span]', 'wait until the change is made')
    .addHelpText(
      'after',
      examples(
        "request patch apps/payments/db -p payments -e prod --generate PASSWORD:48 --justification 'Yearly rotation'",
        'request patch apps/payments/tls -p payments -e prod --set CERTIFICATE=@cert.pem --set KEY=@key.pem',
      ),
    )
    .action(action(patch));
}

async function patch(cli: Cli, ref: string, options: PatchOptions): Promise<void> {
  const { justification, wait } = options;
  const key_values = await newValues(options, cli.terminal);
  const body = { ...(await placeOf(cli, options)), secret_ref: ref, key_values, justification };
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  await reportSubmitted(cli, await dataOf(cli.api.POST('/api/v1/requests', { body, headers })), { wait });
}
