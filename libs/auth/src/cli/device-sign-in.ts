import { Injectable } from '@nestjs/common';

/**
 * Whether command lines may sign in with a user code. The policies context, which is above this one, registers how to
 * read the platform's setting.
 */
@Injectable()
export class DeviceSignIn {
  private read: () => Promise<boolean> = () => Promise.resolve(false);

  register(read: () => Promise<boolean>): void {
    this.read = read;
  }

  /** Returns false when no source is registered. */
  async isAllowed(): Promise<boolean> {
    return this.read();
  }
}
