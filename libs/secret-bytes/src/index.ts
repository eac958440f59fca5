export { SecretBytes } from './secret-bytes.js';
