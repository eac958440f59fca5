import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { startMoto } from '../../tools/moto.js';
import { installedPython } from '../../tools/python-packages.js';
import { PEOPLE_AND_PLACES, Walk } from './walk.js';

/** moto stands for AWS; the page's commands are those of the vendor's own command line, from PyPI. */
const cloud = await Promise.all([
  startMoto(),
  installedPython('aws-cli', 'test/walkthroughs/aws-cli.txt'),
]).catch((reason: Error) => reason);

describe('The walkthrough with AWS Secrets Manager', () => {
  if (cloud instanceof Error) {
    process.stderr.write(`the walkthrough with AWS is not taken: ${cloud.message.split('\n')[0]}\n`);
    it('is skipped: moto or aws is not installed, and TEST_REQUIRE_MOTO is not set', () => {
      expect(process.env['TEST_REQUIRE_MOTO'] ?? '').toBe('');
    });
    return;
  }
  const [moto, python] = cloud;

  it('leads from nothing to the first value', async () => {
    const home = mkdtempSync(join(tmpdir(), 'countersign-aws-'));
    const config = join(home, 'config');
    writeFileSync(config, '[default]\naws_access_key_id = reader\naws_secret_access_key = reader\n');
    const walk = await Walk.begin({
      path: [dirname(python)],
      env: {
        // The reader's own sign-in.
        AWS_CONFIG_FILE: config,
        AWS_EC2_METADATA_DISABLED: 'true',
        AWS_ENDPOINT_URL: moto.url,
        AWS_ENDPOINT_URL_SECRETS_MANAGER: moto.url,
      },
    });
    try {
      await walk.through('docs/walkthroughs/openbao.md', PEOPLE_AND_PLACES);
      await walk.through('docs/walkthroughs/aws.md');
    } finally {
      await walk.end();
      await moto.stop();
      rmSync(home, { recursive: true, force: true });
    }
  }, 300_000);
});
