/** Configuration of agents. Also the injection token. */
export abstract class AgentSettings {
  /** Whether agents may be minted without an enrollment token, which is deprecated (SVC_AGENT_DIRECT_MINT_ENABLED). */
  abstract readonly directMintEnabled: boolean;
}
