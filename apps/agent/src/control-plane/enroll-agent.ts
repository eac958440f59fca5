import type { SecretBytes } from '#libs/secret-bytes';
import { AGENT_VERSION } from '../agent-version.js';
import { AnswerShape } from './answer-shape.js';
import { callApi } from './api-caller.js';

export interface EnrollmentRequest {
  token: SecretBytes;
  name: string;
  clusterName: string;
  /** Base64 of the X25519 public key's 32 bytes. */
  publicKey: string;
}

/** The credentials, which the control plane issues once. */
export interface Enrollment {
  agentId: string;
  agentToken: SecretBytes;
  providerConnectionId: string;
}

/** Exchanges a one-time enrollment token for an identity (D50). @throws ApiError; it is never retried */
export async function enrollAgent(apiUrl: URL, request: EnrollmentRequest): Promise<Enrollment> {
  const body = {
    enrollment_token: Buffer.from(request.token.reveal()).toString('utf8'),
    name: request.name,
    cluster_name: request.clusterName,
    public_key: request.publicKey,
    version: AGENT_VERSION,
  };
  const answered = await callApi(apiUrl, { method: 'POST', path: '/agents/enroll', body });
  const answer = new AnswerShape(answered.body);
  return {
    agentId: answer.id('agent_id'),
    agentToken: answer.credential('agent_token'),
    providerConnectionId: answer.id('provider_connection_id'),
  };
}
