import type { RequestHandler } from 'express';
import helmet from 'helmet';

const HALF_A_YEAR_SECONDS = 180 * 24 * 3600;

/** Browser features that the console's pages may use. */
const CONSOLE_FEATURES = [
  'camera=()',
  'microphone=()',
  'geolocation=()',
  'display-capture=()',
  'clipboard-read=()',
  'clipboard-write=(self)',
  'publickey-credentials-get=(self)',
  'publickey-credentials-create=(self)',
].join(', ');

/**
 * Sets the headers of D91: no framing, sniffing or loading from a response; HSTS in production. By default no response is
 * stored, because responses name secrets and why somebody needs them.
 */
export function securityHeaders(production: boolean): RequestHandler {
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: production ? { maxAge: HALF_A_YEAR_SECONDS, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  return (request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    headers(request, response, next);
  };
}

/** Replaces the content security policy by the console's, whose pages load their own files and call the api (D108). */
export function consoleHeaders(): RequestHandler {
  const csp = helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      fontSrc: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ["'none'"],
    },
  });
  return (request, response, next) => {
    response.setHeader('Permissions-Policy', CONSOLE_FEATURES);
    csp(request, response, next);
  };
}
