import { randomBytes } from 'node:crypto';

/** Secrets that the local stack generates once. Development only, readable by the checkout's owner alone. */
export interface StackSecrets {
  /** Identifies one incarnation of the data folder. */
  readonly instance: string;
  readonly databasePassword: string;
  readonly jwtSecret: string;
  readonly wrapMasterKey: string;
  readonly auditSigningKey: string;
  readonly kvToken: string;
  readonly adminPassword: string;
  readonly developerPassword: string;
  readonly approverPassword: string;
  readonly auditorPassword: string;
}

export function createStackSecrets(): StackSecrets {
  return {
    instance: randomBytes(8).toString('hex'),
    databasePassword: word(),
    jwtSecret: randomBytes(32).toString('base64'),
    wrapMasterKey: randomBytes(32).toString('base64'),
    auditSigningKey: randomBytes(32).toString('base64'),
    kvToken: word(),
    adminPassword: word(),
    developerPassword: word(),
    approverPassword: word(),
    auditorPassword: word(),
  };
}

/** Returns 144 random bits in 24 characters that never need escaping. */
function word(): string {
  return randomBytes(18).toString('base64url');
}
