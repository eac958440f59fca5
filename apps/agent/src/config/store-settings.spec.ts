import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { AgentConfigError, EnvReader } from './env-reader.js';
import { readStoreSettings, type StoreSettings } from './store-settings.js';

function read(environment: NodeJS.ProcessEnv): StoreSettings {
  const env = new EnvReader(environment);
  const settings = readStoreSettings(env);
  env.finish();
  return settings;
}

describe('settings for cloud stores and the cluster', () => {
  it('are empty by default: the vendors’ addresses, and no cluster', () => {
    const settings = read({});
    expect(settings['cloud1-sm']).toEqual({ endpoint: null });
    expect(settings['cloud2-kv']).toEqual({ url: null, ca: null });
    expect(settings['cloud3-sm']).toEqual({ url: null, impersonationUrl: null });
    expect(settings.orchestrator.url).toBeNull();
  });

  it.each([
    'AWS_ENDPOINT_URL_SECRETS_MANAGER',
    'SVC_AZURE_KEY_VAULT_URL',
    'SVC_GOOGLE_SECRET_MANAGER_URL',
    'SVC_GOOGLE_IAM_CREDENTIALS_URL',
    'SVC_KUBERNETES_URL',
  ])('%s must be https beyond this machine, and nothing but an address', (name) => {
    for (const url of ['https://store.example', 'http://127.0.0.1:8080/', 'http://localhost']) {
      expect(() => read({ [name]: url })).not.toThrow();
    }
    for (const url of [
      'http://store.example',
      'https://u:CANARY@store.example',
      'https://x?CANARY',
      'CANARY',
    ]) {
      let fault: unknown;
      try {
        read({ [name]: url });
      } catch (error) {
        fault = error;
      }
      expect(fault).toBeInstanceOf(AgentConfigError);
      expect((fault as AgentConfigError).faults).toEqual([expect.stringContaining(name)]);
      expect((fault as AgentConfigError).message).not.toContain('CANARY');
    }
  });

  it('keep the placeholder of the vault name in a URL', () => {
    const { 'cloud2-kv': keyVault } = read({
      SVC_AZURE_KEY_VAULT_URL: 'https://{vaultName}.vault.usgovcloudapi.net/',
    });
    expect(keyVault.url).toBe('https://{vaultName}.vault.usgovcloudapi.net');
  });

  it('find the cluster that the agent runs in, IPv6 included', () => {
    const url = (host: string, port?: string) =>
      read({ KUBERNETES_SERVICE_HOST: host, ...(port ? { KUBERNETES_SERVICE_PORT: port } : {}) }).orchestrator
        .url;
    expect(url('10.0.0.1', '6443')).toBe('https://10.0.0.1:6443');
    expect(url('fd00::1')).toBe('https://[fd00::1]:443');
  });

  it('read a token each time, because the kubelet renews it', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'kube-')), 'token');
    const { orchestrator: kubernetes } = read({
      SVC_KUBERNETES_URL: 'https://k8s.example',
      SVC_KUBERNETES_TOKEN_FILE: file,
    });
    expect(kubernetes.readToken()).toBeNull();
    for (const token of ['one', 'two']) {
      writeFileSync(file, `${token}\n`);
      expect(Buffer.from(kubernetes.readToken()!.reveal()).toString()).toBe(token);
    }
    expect(kubernetes.readCa()).toBeNull();
  });
});
