import { createHash, randomUUID } from 'node:crypto';
import { FakeStoreServer, type StoreAnswer, type StoreRequest } from './fake-store-server.js';

interface Version {
  SecretString?: string;
  SecretBinary?: string;
  stages: Set<string>;
}

interface Secret {
  versions: Map<string, Version>;
  tags: Record<string, string>;
  deleted: boolean;
}

type Input = Record<string, any>;

const TARGET = 'secretsmanager.';
const CURRENT = 'AWSCURRENT';
const MAX_PAGE_SIZE = 100;

/**
 * AWS Secrets Manager's JSON 1.1 protocol, as far as the driver uses it, with the store's rules about versions, staging
 * labels and request tokens; and AssumeRole of STS.
 */
export class FakeSecretsManager {
  readonly server = new FakeStoreServer((request) => this.#answer(request));
  readonly secrets = new Map<string, Secret>();
  /** The accepted access key ids. */
  readonly known = new Set(['AKIDKNOWN']);
  /** The assumed roles. */
  readonly roles: string[] = [];

  /** Writes a new current version, as any client does. */
  put(name: string, value: { SecretString?: string; SecretBinary?: string }, tags = {}): void {
    const secret = this.secrets.get(name) ?? { versions: new Map(), tags, deleted: false };
    this.secrets.set(name, secret);
    const id = randomUUID();
    secret.versions.set(id, { ...value, stages: new Set() });
    this.#moveStage(secret, CURRENT, id);
  }

  current(name: string): Version | undefined {
    return [...(this.secrets.get(name)?.versions.values() ?? [])].find(({ stages }) => stages.has(CURRENT));
  }

  #answer(request: StoreRequest): StoreAnswer {
    const keyId = /Credential=([^/]+)\//.exec(request.headers['authorization'] ?? '')?.[1] ?? '';
    if (request.headers['content-type'] === 'application/x-www-form-urlencoded') {
      return this.#assumeRole(new URLSearchParams(request.body.toString()), keyId);
    }
    if (!this.known.has(keyId)) {
      return refuse('UnrecognizedClientException', 'The security token included in the request is invalid.');
    }
    const operation = request.headers['x-amz-target']?.slice(TARGET.length) ?? '';
    const input = JSON.parse(request.body.toString('utf8')) as Input;
    const perform = this.#operations[operation];
    return perform ? perform(input) : refuse('UnknownOperationException', '');
  }

  readonly #operations: Record<string, (input: Input) => StoreAnswer> = {
    GetSecretValue: (input) => this.#get(input),
    CreateSecret: (input) => this.#create(input),
    PutSecretValue: (input) => this.#putVersion(input),
    UpdateSecretVersionStage: (input) => this.#updateStage(input),
    ListSecrets: (input) => this.#list(input),
  };

  #get({ SecretId, VersionStage = CURRENT }: Input): StoreAnswer {
    const secret = this.secrets.get(SecretId);
    if (!secret) return notFound();
    if (secret.deleted) return markedForDeletion();
    const found = [...secret.versions].find(([, { stages }]) => stages.has(VersionStage));
    if (!found) return notFound();
    const [VersionId, { stages, ...value }] = found;
    const rest = { ARN: arnOf(SecretId), Name: SecretId, VersionId, VersionStages: [...stages] };
    return { status: 200, body: { ...rest, ...value, CreatedDate: 1763700000.123 } };
  }

  #create({ Name, ClientRequestToken, SecretString, SecretBinary }: Input): StoreAnswer {
    if (this.secrets.has(Name)) {
      return refuse(
        'ResourceExistsException',
        `The operation failed because the secret ${Name} already exists.`,
      );
    }
    const secret: Secret = { versions: new Map(), tags: {}, deleted: false };
    this.secrets.set(Name, secret);
    const id = ClientRequestToken ?? randomUUID();
    secret.versions.set(id, { SecretString, SecretBinary, stages: new Set([CURRENT]) });
    return { status: 200, body: { ARN: arnOf(Name), Name, VersionId: id } };
  }

  #putVersion({ SecretId, ClientRequestToken, VersionStages, ...value }: Input): StoreAnswer {
    const secret = this.secrets.get(SecretId);
    if (!secret) return notFound();
    if (secret.deleted) return markedForDeletion();
    const known = secret.versions.get(ClientRequestToken);
    const isOther = known && known.SecretString !== value.SecretString;
    if (isOther) return refuse('ResourceExistsException', 'A version with this token exists.');
    // The first version is always current.
    const stages = secret.versions.size === 0 ? [...VersionStages, CURRENT] : VersionStages;
    if (!known) secret.versions.set(ClientRequestToken, { ...value, stages: new Set() });
    for (const stage of stages) this.#moveStage(secret, stage, ClientRequestToken);
    const id = { VersionId: ClientRequestToken, VersionStages: stages };
    return { status: 200, body: { ARN: arnOf(SecretId), Name: SecretId, ...id } };
  }

  #updateStage({ SecretId, VersionStage, RemoveFromVersionId, MoveToVersionId }: Input): StoreAnswer {
    const secret = this.secrets.get(SecretId);
    if (!secret) return notFound();
    const holder = [...secret.versions].find(([, { stages }]) => stages.has(VersionStage))?.[0];
    if (holder !== undefined && holder !== RemoveFromVersionId) {
      const where = `currently attached to version ${holder}`;
      return refuse('InvalidParameterException', `Staging label ${VersionStage} is ${where}`);
    }
    if (!secret.versions.has(MoveToVersionId)) return notFound();
    this.#moveStage(secret, VersionStage, MoveToVersionId);
    return { status: 200, body: { ARN: arnOf(SecretId), Name: SecretId } };
  }

  #list({ MaxResults = MAX_PAGE_SIZE, NextToken }: Input): StoreAnswer {
    const names = [...this.secrets.keys()].sort();
    const start = NextToken === undefined ? 0 : names.indexOf(NextToken);
    const page = names.slice(start, start + Math.min(MaxResults, MAX_PAGE_SIZE));
    const next = names[start + page.length];
    const SecretList = page.map((name) => {
      const { tags, versions } = this.secrets.get(name)!;
      return {
        ARN: arnOf(name),
        Name: name,
        Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
        SecretVersionsToStages: Object.fromEntries(
          [...versions].map(([id, { stages }]) => [id, [...stages]]),
        ),
      };
    });
    return { status: 200, body: { SecretList, ...(next === undefined ? {} : { NextToken: next }) } };
  }

  // A label is on one version at most, and AWSPREVIOUS follows AWSCURRENT.
  #moveStage(secret: Secret, stage: string, id: string): void {
    const holder = [...secret.versions].find(([, { stages }]) => stages.has(stage))?.[0];
    if (holder !== undefined) secret.versions.get(holder)!.stages.delete(stage);
    secret.versions.get(id)!.stages.add(stage);
    if (stage === CURRENT && holder !== undefined) this.#moveStage(secret, 'AWSPREVIOUS', holder);
  }

  #assumeRole(form: URLSearchParams, keyId: string): StoreAnswer {
    const role = form.get('RoleArn') ?? '';
    const xml = { 'Content-Type': 'text/xml' };
    if (form.get('Action') !== 'AssumeRole' || !this.known.has(keyId) || role.endsWith('/forbidden')) {
      const body = `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>not authorized to perform: sts:AssumeRole</Message></Error><RequestId>r</RequestId></ErrorResponse>`;
      return { status: 403, headers: xml, body };
    }
    this.roles.push(role);
    const id = `ASIA${createHash('sha256').update(role).digest('hex').slice(0, 16).toUpperCase()}`;
    this.known.add(id);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const body = `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><AssumedRoleUser><AssumedRoleId>AROA:s</AssumedRoleId><Arn>${role}</Arn></AssumedRoleUser><Credentials><AccessKeyId>${id}</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>${until}</Expiration></Credentials></AssumeRoleResult><ResponseMetadata><RequestId>r</RequestId></ResponseMetadata></AssumeRoleResponse>`;
    return { status: 200, headers: xml, body };
  }
}

function refuse(type: string, message: string): StoreAnswer {
  const headers = { 'Content-Type': 'application/x-amz-json-1.1' };
  return { status: 400, headers, body: { __type: type, Message: message } };
}

function notFound(): StoreAnswer {
  return refuse('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
}

function markedForDeletion(): StoreAnswer {
  return refuse(
    'InvalidRequestException',
    "You can't perform this operation on the secret because it was marked for deletion.",
  );
}

function arnOf(name: string): string {
  return `arn:aws:secretsmanager:eu-central-1:123456789012:secret:${name}-AbCdEf`;
}
