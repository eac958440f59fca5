import type { KubeApi, KubeObject } from '../kubernetes/kube-api.js';
import { KubeError } from '../kubernetes/kube-error.js';
import { type AgentState, decodeState, encodeState, StateError, type StateStore } from './agent-state.js';

/** Namespace and name of a Kubernetes secret. */
export interface SecretName {
  namespace: string;
  name: string;
}

/** An entry of a Kubernetes secret that contains a state. */
export interface SecretLocation extends SecretName {
  /** The key in the secret's data: the agent's name, or ONLY_ENTRY. */
  entry: string;
}

/** The entry of the only agent of a process. */
export const ONLY_ENTRY = 'state';
/** Each concurrent writer of the same process can cause one conflict. */
const MAX_ATTEMPTS = 50;

/**
 * State in one entry of a Kubernetes secret, beside those of other agents. If an empty secret exists already, the agent
 * needs no permission to create it. Every write is conditional on the version that was read, so that only one of two
 * replicas is enrolled; other entries are kept.
 */
export class StateSecret implements StateStore {
  readonly location: string;
  readonly #folder: string;

  constructor(
    private readonly api: KubeApi,
    private readonly where: SecretLocation,
  ) {
    const secret = `the secret ${where.namespace}/${where.name}`;
    this.location = where.entry === ONLY_ENTRY ? secret : `the entry ${where.entry} of ${secret}`;
    this.#folder = `/api/v1/namespaces/${encodeURIComponent(where.namespace)}/secrets`;
  }

  async load(): Promise<AgentState | null> {
    return this.#stateIn(await this.#find());
  }

  #entryIn(secret: KubeObject | null): string {
    const encoded = (secret?.data as KubeObject | null | undefined)?.[this.where.entry];
    return typeof encoded === 'string' ? encoded : '';
  }

  #stateIn(secret: KubeObject | null): AgentState | null {
    const encoded = this.#entryIn(secret);
    if (encoded === '') return null;
    return decodeState(Buffer.from(encoded, 'base64').toString('utf8'), this.location);
  }

  /** A dry run: the API server checks permissions, admission and conflicts, and writes nothing. */
  async assertWritable(): Promise<void> {
    await this.#write('{}', { dryRun: 'All' });
  }

  async save(state: AgentState): Promise<void> {
    await this.#write(encodeState(state), {});
  }

  async replace(state: AgentState): Promise<void> {
    await this.#write(encodeState(state), {}, state.agentId);
  }

  async #find(): Promise<KubeObject | null> {
    try {
      return await this.api.call({ method: 'GET', path: this.#pathOfSecret() });
    } catch (error) {
      if (error instanceof KubeError && error.code === 'kubernetes_not_found') return null;
      throw this.#explain(error, 'read');
    }
  }

  /** @param owner the agent whose state may be there and is replaced; without one none may be there */
  async #write(text: string, query: Record<string, string>, owner?: string): Promise<void> {
    let found = await this.#find();
    const entry = this.#entryIn(found);
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#writeOver(found, text, query, owner);
      } catch (error) {
        const isConflict = error instanceof KubeError && error.code === 'kubernetes_conflict';
        if (!isConflict || tries === MAX_ATTEMPTS) throw this.#explain(error, found ? 'updated' : 'created');
        found = await this.#find();
        if (this.#entryIn(found) !== entry) throw this.#explain(error, 'updated');
      }
    }
  }

  async #writeOver(
    found: KubeObject | null,
    text: string,
    query: Record<string, string>,
    owner: string | undefined,
  ): Promise<void> {
    const data = { ...(found?.data as KubeObject | undefined) };
    const held = this.#stateIn(found);
    if (owner !== undefined && held?.agentId !== owner) {
      throw new StateError(`${this.location} is no longer this agent's`);
    }
    if (owner === undefined && held !== null)
      throw new StateError(`${this.location} holds a state: this agent is enrolled`);
    data[this.where.entry] = Buffer.from(text, 'utf8').toString('base64');
    const { name, namespace } = this.where;
    const body = found
      ? { ...found, data }
      : { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace }, type: 'Opaque', data };
    const [method, path] = found
      ? (['PUT', this.#pathOfSecret()] as const)
      : (['POST', this.#folder] as const);
    await this.api.call({ method, path, query, body });
  }

  #pathOfSecret(): string {
    return `${this.#folder}/${encodeURIComponent(this.where.name)}`;
  }

  #explain(error: unknown, done: string): unknown {
    if (!(error instanceof KubeError)) return error;
    if (error.code === 'kubernetes_conflict') {
      return new StateError(`${this.location} was changed concurrently: nothing was written`);
    }
    return new StateError(`${this.location} cannot be ${done}: ${error.code}`);
  }
}
