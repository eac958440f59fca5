import type { RequestHandler } from 'express';
import helmet from 'helmet';

const HALF_A_YEAR_SECONDS = 180 * 24 * 3600;

/** Sets the headers of D91: no framing, sniffing or loading from an answer; HSTS in production. */
export function securityHeaders(production: boolean): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: production ? { maxAge: HALF_A_YEAR_SECONDS, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
}
