/** The control plane's own rules (D5). A driver asks too: a segment `..` would leave the mount. */
export { isKeyName, isSecretRef } from '#libs/agent-protocol';
