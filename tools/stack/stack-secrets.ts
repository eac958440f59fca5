import { randomBytes } from 'node:crypto';

/** What the local stack invents once. Development only, readable by the owner of the checkout alone. */
export interface StackSecrets {
  /** Tells one life of the data folder from another. */
  readonly instance: string;
  readonly databasePassword: string;
  readonly jwtSecret: string;
  readonly wrapMasterKey: string;
  readonly kvToken: string;
  readonly adminPassword: string;
  readonly developerPassword: string;
  readonly approverPassword: string;
}

export function createStackSecrets(): StackSecrets {
  return {
    instance: randomBytes(8).toString('hex'),
    databasePassword: word(),
    jwtSecret: randomBytes(32).toString('base64'),
    wrapMasterKey: randomBytes(32).toString('base64'),
    kvToken: word(),
    adminPassword: word(),
    developerPassword: word(),
    approverPassword: word(),
  };
}

/** 144 random bits in 24 characters that need no escaping anywhere. */
function word(): string {
  return randomBytes(18).toString('base64url');
}
