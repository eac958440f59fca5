import { AEAD_AES_256_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_X25519_HKDF_SHA256 } from 'hpke';

/** The one suite on the wire (D53): RFC 9180 §7, KEM 0x0020, KDF 0x0001, AEAD 0x0002. */
export const hpkeSuite = new CipherSuite(KEM_DHKEM_X25519_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_256_GCM);

/** The suite's name in answers that carry an HPKE envelope. */
export const WIRE_ALGORITHM = 'HPKE-X25519-HKDF-SHA256-AES-256-GCM';
