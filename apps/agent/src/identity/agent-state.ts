import { SecretBytes } from '#libs/secret-bytes';

/** The stored state of an enrolled agent. */
export interface AgentState {
  agentId: string;
  secret: SecretBytes;
  /** PKCS #8 DER of the X25519 private key. */
  privateKey: SecretBytes;
  providerConnectionId: string;
  clusterName: string;
  /** When the secret was issued; null if unknown. */
  secretIssuedAt: Date | null;
  /** The previous secret while it is still valid; null later. */
  previousSecret: SecretBytes | null;
  /** Whether a new secret was requested and is not stored yet: this one may expire within a minute. */
  rotating: boolean;
}

/** Wipes the secrets of a state that was only inspected. */
export function wipeState({ previousSecret, privateKey, secret }: AgentState): void {
  for (const each of [secret, previousSecret, privateKey]) each?.wipe();
}

/** The state can't be used; the message contains the reason, never the content. */
export class StateError extends Error {
  override readonly name = 'StateError';
}

/** Stores the state. Every method throws StateError. */
export interface StateStore {
  /** For people: `the state file`, `the secret agents/one`. */
  readonly location: string;
  /** Returns null if this agent has never been enrolled. */
  load(): Promise<AgentState | null>;
  /** Checks that save would succeed, before a one-time token is used. */
  assertWritable(): Promise<void>;
  /** Stores the first state atomically. */
  save(state: AgentState): Promise<void>;
  /** Replaces the same agent's earlier state, atomically and durably. */
  replace(state: AgentState): Promise<void>;
}

/** Returns the state as text. It contains the agent's credential and key. */
export function encodeState(state: AgentState): string {
  const text = JSON.stringify({
    version: 1,
    agent_id: state.agentId,
    agent_secret: state.secret.toBase64(),
    private_key: state.privateKey.toBase64(),
    provider_connection_id: state.providerConnectionId,
    cluster_name: state.clusterName,
    secret_issued_at: state.secretIssuedAt?.toISOString() ?? null,
    previous_secret: state.previousSecret?.toBase64() ?? null,
    rotating: state.rotating,
  });
  return `${text}\n`;
}

/** @param location is named in the error. @throws StateError when the text is not a state */
export function decodeState(text: string, location: string): AgentState {
  try {
    const state = JSON.parse(text) as Record<string, unknown>;
    if (state.version !== 1) throw new Error();
    return {
      agentId: textOf(state.agent_id),
      secret: SecretBytes.fromBase64(textOf(state.agent_secret)),
      privateKey: SecretBytes.fromBase64(textOf(state.private_key)),
      providerConnectionId: textOf(state.provider_connection_id),
      clusterName: textOf(state.cluster_name),
      secretIssuedAt: dateOf(state.secret_issued_at),
      previousSecret: state.previous_secret ? SecretBytes.fromBase64(textOf(state.previous_secret)) : null,
      rotating: state.rotating === true,
    };
  } catch {
    throw new StateError(`${location} is damaged: move it away and enroll again`);
  }
}

function textOf(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new TypeError();
  return value;
}

/** States written before rotation was supported have none. */
function dateOf(value: unknown): Date | null {
  if (value === undefined || value === null) return null;
  const date = new Date(textOf(value));
  if (Number.isNaN(date.getTime())) throw new TypeError();
  return date;
}
