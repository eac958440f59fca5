import { Injectable } from '@nestjs/common';

/**
 * Whether command lines may be signed in by a typed code. The platform's settings know, which lie above this context and
 * register themselves.
 */
@Injectable()
export class DeviceSignIn {
  private read: () => Promise<boolean> = () => Promise.resolve(false);

  register(read: () => Promise<boolean>): void {
    this.read = read;
  }

  /** False where nobody registered. */
  async isAllowed(): Promise<boolean> {
    return this.read();
  }
}
