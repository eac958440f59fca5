export const AGENT_SETTINGS = Symbol('agent-settings');

export interface AgentSettings {
  /** Whether agents may be minted without a token, the legacy way (SVC_AGENT_DIRECT_MINT_ENABLED). */
  readonly directMintEnabled: boolean;
}
