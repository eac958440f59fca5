import { type ArgumentsHost, Catch, type ExceptionFilter, NotFoundException } from '@nestjs/common';
import type { Response } from 'express';

/** Responds to an unknown path like the api; Nest's own response would repeat the path. */
@Catch(NotFoundException)
export class RouteNotFoundFilter implements ExceptionFilter {
  catch(_error: NotFoundException, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    response.status(404).json({ error_code: 'route_not_found' });
  }
}
