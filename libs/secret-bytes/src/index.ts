export { decryptGcm, encryptGcm, GCM_NONCE_BYTES } from './aes-256-gcm.js';
export { SecretBytes } from './secret-bytes.js';
