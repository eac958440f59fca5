import { randomUUID } from 'node:crypto';
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  ListSecretsCommand,
  PutSecretValueCommand,
  type SecretListEntry,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import type { SecretBytes } from '#libs/secret-bytes';
import { isSecretRef } from '#libs/agent-protocol';
import { annotateRefusal } from '../annotate-refusal.js';
import { DiscoveryNotes } from '../discovery-notes.js';
import { probeDiscovery } from '../probe-discovery.js';
import type { AllowedAddress } from '../allowed-address.js';
import { discoveryPages } from '../discovery-pages.js';
import { mergeRetrying } from '../merge-retrying.js';
import { mergeContent, parseContent, readContent, type SecretContent, textOf } from '../secret-content.js';
import type { DiscoveredSecret, DriverContext, StoreDriver } from '../store-driver.js';
import { nullOn, StoreError } from '../store-error.js';
import { StoreCursorGuard } from '../store-cursor-guard.js';
import { SecretsManagerClient } from './secrets-manager-client.js';
import { parseSecretsManagerScope, type SecretsManagerSettings } from './secrets-manager-scope.js';

const VALUE_LIMIT = 65_536;
const PAGE_SIZE = 100;
const CURRENT = 'AWSCURRENT';
/** The staging label of a version that is written and not yet current; the store moves it from one version to the next. */
const WRITTEN = 'countersign';
// A name, never an ARN: a secret must have only one ref, because policies and bindings match by it.
const NAME = /^[A-Za-z0-9/_+=.@-]{1,512}$/;

/** Opens AWS Secrets Manager in one region. A secret_ref is the secret's name. */
export function openSecretsManager(
  context: DriverContext<SecretsManagerSettings>,
  address: AllowedAddress,
): StoreDriver {
  const scope = parseSecretsManagerScope(context.scope);
  return new SecretsManagerDriver(new SecretsManagerClient(scope, address, context), context);
}

interface CurrentVersion {
  id: string;
  content: SecretContent;
}

class SecretsManagerDriver implements StoreDriver {
  constructor(
    private readonly client: SecretsManagerClient,
    private readonly context: DriverContext<SecretsManagerSettings>,
  ) {}

  async read(ref: string, keys: string[]): Promise<Map<string, SecretBytes>> {
    return readContent((await this.#current(ref)).content, keys);
  }

  // A write can't be conditional on a version, but moving the current label can: the new version is written without it, and
  // becomes current only if the version that was merged still is.
  patch(ref: string, values: ReadonlyMap<string, SecretBytes>): Promise<void> {
    return mergeRetrying(this.context, async () => {
      const current = await this.#current(ref).catch(nullOn('secret_not_found'));
      const merged = mergeContent(current?.content ?? null, values);
      try {
        if (merged.length > VALUE_LIMIT) throw new StoreError('value_too_large');
        if (current) await this.#replace(ref, current.id, merged);
        else await this.#create(ref, merged);
      } finally {
        merged.fill(0);
      }
    });
  }

  discover(notes = new DiscoveryNotes()): AsyncIterable<DiscoveredSecret[]> {
    return discoveryPages(this.#list(notes), notes);
  }

  check(notes = new DiscoveryNotes()): Promise<void> {
    return probeDiscovery(this.#list(notes));
  }

  async #current(ref: string): Promise<CurrentVersion> {
    if (!isSecretRef(ref) || !NAME.test(ref)) throw new StoreError('secret_ref_invalid');
    const answer = await this.client.call((sdk, options) =>
      sdk.send(new GetSecretValueCommand({ SecretId: ref, VersionStage: CURRENT }), options),
    );
    // A value of another secret must never be accepted.
    if (answer.Name !== ref || answer.VersionId === undefined) throw new StoreError('secret_not_found');
    const bytes = answer.SecretBinary ?? Buffer.from(answer.SecretString ?? '', 'utf8');
    const content = parseContent(bytes);
    bytes.fill(0);
    return { id: answer.VersionId, content };
  }

  async #replace(ref: string, currentId: string, content: Buffer): Promise<void> {
    const written = await this.#write(ref, content);
    await this.client.call(
      (sdk, options) =>
        sdk.send(
          new UpdateSecretVersionStageCommand({
            SecretId: ref,
            VersionStage: CURRENT,
            RemoveFromVersionId: currentId,
            MoveToVersionId: written.VersionId,
          }),
          options,
        ),
      { InvalidParameterException: 'cas_conflict' },
    );
  }

  async #create(ref: string, content: Buffer): Promise<void> {
    const token = { ClientRequestToken: randomUUID() };
    const command = new CreateSecretCommand({ Name: ref, ...token, ...valueOf(content) });
    try {
      await this.client.call((sdk, options) => sdk.send(command, options));
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'cas_conflict') throw error;
      // It exists: another writer was faster, or it has no value yet, and a first version is current at once.
      const written = await this.#write(ref, content);
      if (!written.VersionStages?.includes(CURRENT)) throw error;
    }
  }

  #write(ref: string, content: Buffer) {
    const command = new PutSecretValueCommand({
      SecretId: ref,
      // The same for all attempts: a version whose response was lost isn't written twice.
      ClientRequestToken: randomUUID(),
      VersionStages: [WRITTEN],
      ...valueOf(content),
    });
    return this.client.call((sdk, options) => sdk.send(command, options));
  }

  async *#list(notes: DiscoveryNotes): AsyncGenerator<DiscoveredSecret> {
    const guard = new StoreCursorGuard();
    let token: string | undefined;
    do {
      const command = new ListSecretsCommand({ MaxResults: PAGE_SIZE, NextToken: token });
      const page = await annotateRefusal('secretsmanager:ListSecrets', () =>
        this.client.call((sdk, options) => sdk.send(command, options)),
      );
      const secrets = page.SecretList ?? [];
      for (const secret of secrets) {
        // Only names that can be requested are reported.
        if (!secret.DeletedDate && notes.secret(isSecretRef(secret.Name ?? ''))) yield describe(secret);
      }
      token = page.NextToken;
      if (token !== undefined) guard.follow(token, secrets.length);
    } while (token !== undefined);
  }
}

// The keys are inside the value, which discovery does not read.
function describe({ Name, SecretVersionsToStages = {}, Tags = [] }: SecretListEntry): DiscoveredSecret {
  const version = Object.keys(SecretVersionsToStages).find((id) =>
    SecretVersionsToStages[id]?.includes(CURRENT),
  );
  const labels = Object.fromEntries(Tags.map(({ Key = '', Value = '' }) => [Key, Value]));
  return { ref: Name ?? '', keys: [], labels, ...(version === undefined ? {} : { version }) };
}

function valueOf(content: Buffer): { SecretString: string } | { SecretBinary: Uint8Array } {
  const text = textOf(content);
  return text === null ? { SecretBinary: content } : { SecretString: text };
}
