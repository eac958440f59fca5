import { StoreError } from '../store-error.js';
import type { VaultSettings } from './vault-settings.js';

/** Where the client takes its token from. */
export interface VaultCredentials {
  /** Returns the token to send now. @throws StoreError when there is none to be had */
  token(): Promise<string>;
  /** Takes note that the store refused this token; returns whether another one may be tried, once. */
  refused(token: string): Promise<boolean>;
}

/** A token handed to the agent, by a sidecar that renews its file or by the environment. */
export class GivenToken implements VaultCredentials {
  constructor(private readonly settings: VaultSettings) {}

  async token(): Promise<string> {
    const token = this.settings.readToken();
    if (!token) throw new StoreError('store_credentials_missing');
    return Buffer.from(token.reveal()).toString('utf8');
  }

  /** The file may have been renewed between reading it and the answer. */
  async refused(token: string): Promise<boolean> {
    return (await this.token()) !== token;
  }
}
