/** The agent's own version, sent to the control plane at enrollment and with each heartbeat. */
export const AGENT_VERSION = '0.1.0';
