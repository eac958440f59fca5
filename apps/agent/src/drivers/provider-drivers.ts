import type { ProviderType } from '#libs/connection-scope';
import type { EnvReader } from '../config/env-reader.js';
import { secretsManager } from './cloud1-sm/index.js';
import { keyVault } from './cloud2-kv/index.js';
import { googleSecrets } from './cloud3-sm/index.js';
import { clusterSecrets } from './orchestrator/index.js';
import type { ProviderDriver } from './provider-driver.js';
import { vault } from './vault/index.js';

const LIST = {
  vault,
  'cloud1-sm': secretsManager,
  'cloud2-kv': keyVault,
  'cloud3-sm': googleSecrets,
  orchestrator: clusterSecrets,
};

type SettingsOf<Driver> = Driver extends ProviderDriver<infer Settings> ? Settings : never;

export type SettingsByType = { readonly [T in ProviderType]: SettingsOf<(typeof LIST)[T]> };

/** The driver of each provider type. */
export const DRIVERS: { readonly [T in ProviderType]: ProviderDriver<SettingsByType[T]> } = LIST;

/** Reads the settings of all provider types; faults are collected in `env`. */
export function readProviderSettings(env: EnvReader): SettingsByType {
  const settings = Object.entries(DRIVERS).map(([type, driver]) => [type, driver.settings(env)] as const);
  return Object.fromEntries(settings) as SettingsByType;
}

/** Returns true for a type that this agent has a driver for. */
export function hasDriver(type: string): type is ProviderType {
  return Object.hasOwn(DRIVERS, type);
}
