export const AGENT_SETTINGS = Symbol('agent-settings');

export interface AgentSettings {
  /** Whether agents may be minted without an enrollment token, which is deprecated (SVC_AGENT_DIRECT_MINT_ENABLED). */
  readonly directMintEnabled: boolean;
}
