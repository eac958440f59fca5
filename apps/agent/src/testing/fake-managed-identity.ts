import { FakeStoreServer, type StoreAnswer, type StoreRequest } from './fake-store-server.js';

const RESOURCE = 'https://vault.azure.net';

/**
 * The endpoint that issues tokens to Azure's managed identities, in App Service's form. The SDK looks it up once per process
 * and caches tokens by client, so a suite has one of these, and one client per test.
 */
export class FakeManagedIdentity {
  readonly server = new FakeStoreServer((request) => this.#answer(request));
  /** The token of each client. */
  readonly tokens = new Map<string, string>();

  /** The environment variables that the SDK reads. */
  get environment(): Record<string, string> {
    return {
      AZURE_TOKEN_CREDENTIALS: 'prod',
      IDENTITY_ENDPOINT: `${this.server.url}/msi/token`,
      IDENTITY_HEADER: 'header',
    };
  }

  #answer({ headers, query }: StoreRequest): StoreAnswer {
    const isAsked = headers['x-identity-header'] === 'header' && query.get('resource') === RESOURCE;
    const token = this.tokens.get(query.get('client_id') ?? '');
    if (!isAsked || token === undefined) {
      return { status: 400, body: { statusCode: 400, message: 'No such identity.' } };
    }
    const expires = Math.floor(Date.now() / 1000) + 86_400;
    const body = {
      access_token: token,
      expires_on: String(expires),
      resource: RESOURCE,
      token_type: 'Bearer',
    };
    return { status: 200, body };
  }
}
