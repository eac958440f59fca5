import { StoreError } from '../store-error.js';
import type { VaultSettings } from './vault-settings.js';

/** Provides the client's token. */
export interface VaultCredentials {
  /** Returns the current token. @throws StoreError if there is none */
  token(): Promise<string>;
  /** Reports that the store refused this token; returns whether to retry once with another one. */
  refused(token: string): Promise<boolean>;
}

/** A token provided to the agent, by a sidecar that renews its file or by the environment. */
export class GivenToken implements VaultCredentials {
  constructor(private readonly settings: VaultSettings) {}

  async token(): Promise<string> {
    const token = this.settings.readToken();
    if (!token) throw new StoreError('store_credentials_missing');
    return Buffer.from(token.reveal()).toString('utf8');
  }

  /** The file may have been renewed between reading it and the response. */
  async refused(token: string): Promise<boolean> {
    return (await this.token()) !== token;
  }
}
