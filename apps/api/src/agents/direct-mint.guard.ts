import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AgentService } from '#libs/agents';
import type { AuthenticatedRequest } from '../access/principal.js';

/** Refuses minting where it is disabled, after the permission is checked and before the body is read (D80). */
@Injectable()
export class DirectMintGuard implements CanActivate {
  constructor(private readonly agents: AgentService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { caller } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    if (!caller) return false;
    await this.agents.assertMintEnabled(caller);
    return true;
  }
}
