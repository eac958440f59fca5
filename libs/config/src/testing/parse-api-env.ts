import { parseApiConfig, type ApiConfig } from '../api-config.js';
import { ConfigError, type ConfigFault } from '../config.errors.js';

export type Env = Record<string, string | undefined>;

export const MASTER = Buffer.alloc(32, 1).toString('base64');
export const MINIMAL: Env = {
  DATABASE_URL: 'postgres://app:db-password@db/countersign',
  REDIS_URL: 'redis://cache:6379',
  SVC_JWT_SECRET: Buffer.alloc(32, 2).toString('base64'),
  SVC_WRAP_MASTER_KEY: MASTER,
};
export const OIDC: Env = {
  SVC_PUBLIC_URL: 'https://c.example',
  SVC_OIDC_ISSUER: 'https://idp.example',
  SVC_OIDC_CLIENT_ID: 'countersign',
  SVC_OIDC_CLIENT_SECRET: 'client-secret',
};

const noFile = (): string => {
  throw new Error('no such file');
};
export const parse = (changes: Env = {}): ApiConfig => parseApiConfig({ ...MINIMAL, ...changes }, noFile);

export function errorOf(env: Env, readFile = noFile): ConfigError {
  try {
    parseApiConfig(env, readFile);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('the configuration was accepted');
}
export const faultsOf = (changes: Env): readonly ConfigFault[] => errorOf({ ...MINIMAL, ...changes }).faults;
