import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import type { ProviderType } from '#libs/connection-scope';

const run = promisify(execFile);
const built = (file: string) => pathToFileURL(resolve(`dist/apps/agent/src/${file}`)).href;

const SCOPES: Record<ProviderType, object> = {
  vault: { address: 'http://127.0.0.1:1', kvMount: 'secret' },
  orchestrator: {},
  'cloud3-sm': { projectId: 'demo-project' },
  'cloud2-kv': { vaultName: 'demo', tenantId: 't', clientId: '99999999-8888-7777-6666-555555555555' },
  'cloud1-sm': { region: 'eu-central-1' },
};

/** Prints the package of each module once, when it is resolved. */
const HOOKS = `
  import { writeSync } from 'node:fs';
  const told = new Set();
  export async function resolve(specifier, context, next) {
    const found = await next(specifier, context);
    const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(found.url)?.[1];
    if (name && !told.has(name)) { told.add(name); writeSync(1, 'package ' + name + '\\n'); }
    return found;
  }`;

const PROGRAM = `
  import { writeSync } from 'node:fs';
  import { register } from 'node:module';
  register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(HOOKS)}));
  const { openStore } = await import('${built('drivers/open-store.js')}');
  const { storeAddress } = await import('${built('drivers/store-address.js')}');
  const { readStoreSettings } = await import('${built('config/store-settings.js')}');
  const { EnvReader } = await import('${built('config/env-reader.js')}');
  const { systemClock: clock } = await import('${built('clock.js')}');
  const stores = readStoreSettings(new EnvReader({ VAULT_ADDR: 'http://127.0.0.1:1', SVC_KUBERNETES_URL: 'http://127.0.0.1:1' }));
  const signal = new AbortController().signal;
  writeSync(1, 'start none\\n');
  for (const [type, scope] of Object.entries(${JSON.stringify(SCOPES)})) {
    writeSync(1, 'start ' + type + '\\n');
    await openStore(storeAddress({ type, scope }, stores), { scope, stores, clock, signal });
  }`;

describe('the drivers of the built agent', () => {
  it('are loaded, each with its own vendor package, when a store of their type is first opened', async () => {
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', PROGRAM]);
    const vendors = new Map<string, Set<string>>();
    let type = 'none';
    for (const [word, name] of stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' '))) {
      if (word === 'start') vendors.set((type = name!), new Set());
      const vendor = /^(@aws-sdk|@azure|google-auth-library)/.exec(name!)?.[1];
      if (word === 'package' && vendor) vendors.set(type, (vendors.get(type) ?? new Set()).add(vendor));
    }
    expect(Object.fromEntries([...vendors].map(([each, names]) => [each, [...names]]))).toEqual({
      none: [],
      vault: [],
      orchestrator: [],
      'cloud3-sm': ['google-auth-library'],
      'cloud2-kv': ['@azure'],
      'cloud1-sm': ['@aws-sdk'],
    });
  });
});
