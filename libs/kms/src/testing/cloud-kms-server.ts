import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  DecryptCommandInput,
  DescribeKeyCommandInput,
  EncryptCommandInput,
  KeyMetadata,
  KMSServiceException,
} from '@aws-sdk/client-kms';
import { bindingBytes } from '../binding-bytes.js';

/** The JSON protocol encodes blobs as base64. */
type Wire<Input> = {
  [Name in keyof Input]: Input[Name] extends Uint8Array | undefined ? string : Input[Name];
};
type Answer = { status: number; body: unknown };

interface Key {
  readonly arn: string;
  readonly material: Buffer;
  enabled: boolean;
}

const refusal = (name: KMSServiceException['name'], status = 400): Answer => ({
  status,
  body: { __type: name, message: 'refused' },
});

/**
 * Implements the part of the AWS KMS JSON protocol that we use (DescribeKey, Encrypt, Decrypt, aliases, encryption
 * context, error types), with real AES-256-GCM. Its switches simulate failures of the real one.
 */
export class CloudKmsServer {
  readonly requests: {
    operation: string;
    headers: IncomingMessage['headers'];
    body: Record<string, unknown>;
  }[] = [];
  /** When set, the response to every request. */
  forced: Answer | 'hang' | undefined;
  readonly #keys = new Map<string, Key>();
  readonly #aliases = new Map<string, string>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => (text += String(chunk)));
      request.on('end', () => {
        const answer = this.#answer(request, text);
        if (answer === 'hang') return;
        response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.1' });
        response.end(JSON.stringify(answer.body));
      });
    });
  }

  static async start(): Promise<CloudKmsServer> {
    const started = new CloudKmsServer();
    await new Promise<void>((resolve) => started.#server.listen(0, '127.0.0.1', resolve));
    return started;
  }

  get addr(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Creates a key and points the alias at it. @returns its ARN */
  createKey(alias: string, account = '111122223333'): string {
    const arn = `arn:aws:kms:eu-central-1:${account}:key/${randomUUID()}`;
    this.#keys.set(arn, { arn, material: randomBytes(32), enabled: true });
    this.#aliases.set(alias, arn);
    return arn;
  }

  disableKey(arn: string): void {
    const key = this.#keys.get(arn);
    if (key) key.enabled = false;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: IncomingMessage, text: string): Answer | 'hang' {
    const operation = String(request.headers['x-amz-target']).replace('TrentService.', '');
    const body = JSON.parse(text) as Record<string, unknown>;
    this.requests.push({ operation, headers: request.headers, body });
    if (this.forced !== undefined) return this.forced;
    if (!String(request.headers.authorization).startsWith('AWS4-HMAC-SHA256 ')) {
      return refusal('MissingAuthenticationTokenException');
    }
    switch (operation) {
      case 'DescribeKey':
        return this.#describe(body as unknown as Wire<DescribeKeyCommandInput>);
      case 'Encrypt':
        return this.#encrypt(body as unknown as Wire<EncryptCommandInput>);
      case 'Decrypt':
        return this.#decrypt(body);
      default:
        return refusal('UnknownOperationException');
    }
  }

  #describe({ KeyId }: Wire<DescribeKeyCommandInput>): Answer {
    const key = this.#find(KeyId);
    if (!key) return refusal('NotFoundException');
    const metadata: KeyMetadata = { KeyId: key.arn.split('/')[1], Arn: key.arn, Enabled: key.enabled };
    return { status: 200, body: { KeyMetadata: metadata } };
  }

  #encrypt({ KeyId, Plaintext, EncryptionContext }: Wire<EncryptCommandInput>): Answer {
    const key = this.#find(KeyId);
    if (!key?.enabled) return refusal(key ? 'DisabledException' : 'NotFoundException');
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key.material, nonce).setAAD(aadOf(EncryptionContext));
    const sealed = [cipher.update(String(Plaintext), 'base64'), cipher.final(), cipher.getAuthTag()];
    const ciphertext = Buffer.concat([nonce, ...sealed]).toString('base64');
    return { status: 200, body: { KeyId: key.arn, CiphertextBlob: ciphertext } };
  }

  #decrypt({ KeyId, CiphertextBlob, EncryptionContext }: Wire<DecryptCommandInput>): Answer {
    const key = this.#find(KeyId);
    if (!key?.enabled) return refusal(key ? 'DisabledException' : 'NotFoundException');
    const bytes = Buffer.from(String(CiphertextBlob), 'base64');
    try {
      const plain = createDecipheriv('aes-256-gcm', key.material, bytes.subarray(0, 12))
        .setAAD(aadOf(EncryptionContext))
        .setAuthTag(bytes.subarray(-16));
      const plaintext = Buffer.concat([plain.update(bytes.subarray(12, -16)), plain.final()]);
      return { status: 200, body: { KeyId: key.arn, Plaintext: plaintext.toString('base64') } };
    } catch {
      return refusal('InvalidCiphertextException');
    }
  }

  #find(keyId: string | undefined): Key | undefined {
    return this.#keys.get(this.#aliases.get(keyId ?? '') ?? keyId ?? '');
  }
}

function aadOf(context: Record<string, string> | undefined): Buffer {
  return bindingBytes('encryption-context', context ?? {});
}
