import { readProviderSettings, type SettingsByType } from '../drivers/provider-drivers.js';
import { isLoopback } from '../http/loopback.js';
import type { EnvReader } from './env-reader.js';

/** The agent's settings for its stores, by provider type. Credentials never reach the control plane. */
export interface StoreSettings extends SettingsByType {
  /** Allowed origins for stores of any type, in addition to those of their settings and the vendors' (D105). */
  addresses: readonly string[];
  /** Whether http is allowed beyond loopback. */
  allowInsecure: boolean;
}

/** Reads the settings of every provider type, SVC_ALLOW_INSECURE_STORE_ADDR and SVC_AGENT_STORE_ADDRESSES. */
export function readStoreSettings(env: EnvReader): StoreSettings {
  const allowInsecure = env.flag('SVC_ALLOW_INSECURE_STORE_ADDR');
  return { ...readProviderSettings(env), addresses: readAddresses(env, allowInsecure), allowInsecure };
}

function readAddresses(env: EnvReader, allowInsecure: boolean): string[] {
  const entries = env.text('SVC_AGENT_STORE_ADDRESSES').split(',');
  const texts = entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
  const isOrigin = (text: string): boolean => {
    if (!URL.canParse(text) || !/^https?:\/\/[^/?#@\\]+\/?$/i.test(text)) return false;
    const { hostname, protocol } = new URL(text);
    return protocol === 'https:' || isLoopback(hostname) || allowInsecure;
  };
  if (texts.every(isOrigin)) return texts.map((text) => new URL(text).origin);
  env.fault(
    'SVC_AGENT_STORE_ADDRESSES',
    'must be origins separated by commas, such as https://vault.example:8200',
  );
  return [];
}
