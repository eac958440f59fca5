/** The control plane's rules (D5), checked again because a segment `..` would leave the mount. */
export { isKeyName, isSecretRef } from '#libs/agent-protocol';
