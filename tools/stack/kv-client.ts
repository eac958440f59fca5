/** Writes into the development store, as its administrator. */
export class KvClient {
  constructor(
    private readonly address: string,
    private readonly token: string,
  ) {}

  /** Writes a new version of the secret at `ref` below the mount (key-value v2). */
  async put(mount: string, ref: string, data: Readonly<Record<string, string>>): Promise<void> {
    const response = await fetch(`${this.address}/v1/${mount}/data/${ref}`, {
      method: 'POST',
      headers: { 'x-vault-token': this.token, 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`The KV store refused the secret: ${response.status}`);
  }
}
