import { SecretBytes } from '#libs/secret-bytes';

/** What an enrolled agent keeps between starts. */
export interface AgentState {
  agentId: string;
  secret: SecretBytes;
  /** PKCS #8 DER of the X25519 private key. */
  privateKey: SecretBytes;
  providerConnectionId: string;
  clusterName: string;
  /** When the secret was issued; null where that was not noted. */
  secretIssuedAt: Date | null;
  /** The secret before, while it is good beside this one; null later. */
  previousSecret: SecretBytes | null;
  /** Whether a new secret was asked for that is not kept here yet: this one may end within a minute. */
  rotating: boolean;
}

/** Wipes what is secret in a state that was only looked at. */
export function wipeState({ previousSecret, privateKey, secret }: AgentState): void {
  for (const each of [secret, previousSecret, privateKey]) each?.wipe();
}

/** The state can't be used; the message names the reason, never a content. */
export class StateError extends Error {
  override readonly name = 'StateError';
}

/** Where the state is kept. Every method throws StateError. */
export interface StateStore {
  /** For people: `the state file`, `the secret agents/one`. */
  readonly location: string;
  /** Returns null when this agent has never been enrolled. */
  load(): Promise<AgentState | null>;
  /** Tries whether save would work, before a one-time token is spent. */
  assertWritable(): Promise<void>;
  /** Keeps the first state whole or not at all. */
  save(state: AgentState): Promise<void>;
  /** Puts a state in the place of the same agent's earlier one, whole or not at all, and durably. */
  replace(state: AgentState): Promise<void>;
}

/** Returns the state's text. It holds the agent's credential and key. */
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

/** States of before rotation have none. */
function dateOf(value: unknown): Date | null {
  if (value === undefined || value === null) return null;
  const date = new Date(textOf(value));
  if (Number.isNaN(date.getTime())) throw new TypeError();
  return date;
}
