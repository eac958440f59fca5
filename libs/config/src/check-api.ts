import type { ConfigFault } from './config.errors.js';
import { checkCache } from './check-cache.js';
import type { Found } from './read-variables.js';

/** Checks the api's rules across variables; skips variables that are absent or invalid. */
export function checkApi(found: Found<'api'>): readonly ConfigFault[] {
  return [...checkCache(found), ...checkHttps(found), ...checkWebauthn(found), ...checkStrict(found)];
}

function checkHttps(found: Found<'api'>): ConfigFault[] {
  if (found.SVC_ENV !== 'production') return [];
  const { SVC_PUBLIC_URL, SVC_OIDC_ISSUER, SVC_OIDC_REDIRECT_URL, SVC_WEBAUTHN_RP_ORIGINS } = found;
  const given = { SVC_PUBLIC_URL, SVC_OIDC_ISSUER, SVC_OIDC_REDIRECT_URL };
  const insecure = Object.entries(given).filter(([, url]) => isHttp(url));
  if (SVC_WEBAUTHN_RP_ORIGINS?.some(isHttp)) insecure.push(['SVC_WEBAUTHN_RP_ORIGINS', null]);
  return insecure.map(([variable]) => ({ variable, reason: 'must be https in production' }));
}

/**
 * A relying party id is the origin's domain or a parent domain (WebAuthn Level 3 §5.1.3, step 8). One of the two
 * alone leaves WebAuthn off (D106) and requires nothing else.
 */
function checkWebauthn({
  SVC_PUBLIC_URL: publicUrl,
  SVC_WEBAUTHN_RP_ID: rpId,
  SVC_WEBAUTHN_RP_ORIGINS: origins,
}: Found<'api'>): ConfigFault[] {
  if (!rpId || !origins) return [];
  const faults: ConfigFault[] = [];
  if (publicUrl === null)
    faults.push({ variable: 'SVC_PUBLIC_URL', reason: 'is required when WebAuthn is configured' });
  const hosts = origins.map((origin) => new URL(origin).hostname);
  if (!hosts.every((host) => host === rpId || host.endsWith(`.${rpId}`)))
    faults.push({
      variable: 'SVC_WEBAUTHN_RP_ORIGINS',
      reason: 'must lie within the domain of SVC_WEBAUTHN_RP_ID',
    });
  return faults;
}

/** Someone who can add a factor without a step-up could step up with it, which would make step-up useless (D95 a). */
function checkStrict({
  SVC_SECURITY_PROFILE: profile,
  SVC_MFA_CHANGE_STEP_UP: stepUp,
}: Found<'api'>): ConfigFault[] {
  if (profile !== 'strict' || stepUp !== false) return [];
  return [{ variable: 'SVC_MFA_CHANGE_STEP_UP', reason: 'must be true under SVC_SECURITY_PROFILE=strict' }];
}

function isHttp(url: string | null | undefined): boolean {
  return typeof url === 'string' && new URL(url).protocol === 'http:';
}
