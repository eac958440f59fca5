import { describe, expect, it } from '@jest/globals';
import { predicateOf } from './audit-words.js';

const ID = '01a218b2-7466-765f-8d2d-9470a7361235';
const event = (action: string, resource: string | null, status = 'success') => ({
  ...{ actor: 'user:ada', action, resource, status },
});
const nobody = () => undefined;

describe('the sentence of an audit event', () => {
  it.each([
    ['agent.token.create', 'enrollment_token', 'issued the enrollment token …361235'],
    ['binding.delete', 'binding', 'deleted the binding …361235'],
    ['gitops.endpoint.create', 'argocd_endpoint', 'added the Argo CD endpoint …361235'],
    ['gitops.mapping.create', 'gitops_app_mapping', 'created the application mapping …361235'],
    ['gitops.application.observed', 'gitops_application', 'observed the application …361235'],
    ['policy.update', 'policy_rule', 'changed the rule …361235'],
    ['provider_connection.update', 'provider_connection', 'changed the connection …361235'],
    ['request.submit', 'request', 'submitted the request …361235'],
    ['reveal.session.opened', 'reveal_session', 'opened the reveal session …361235'],
    ['secret.bind', 'secret', 'bound the secret …361235'],
    ['user_role.grant', 'user_role', 'granted a role …361235'],
    ['wrap.retrieve', 'wrap', 'retrieved a value …361235'],
    ['workload.create', 'workload_identity', 'registered the workload …361235'],
  ])('of %s names its %s once', (action, kind, words) => {
    expect(predicateOf(event(action, `${kind}:${ID}`), nobody)).toBe(words);
  });

  it('has the name of a thing where there is one', () => {
    expect(predicateOf(event('secret.bind', `secret:${ID}`), () => 'apps/db')).toBe(
      'bound the secret apps/db',
    );
  });

  it('ends with its verb where there is no object, and where the object is oneself', () => {
    expect(predicateOf(event('auth.session.revoked', 'user:ada'), nobody)).toBe('revoked sessions');
    expect(predicateOf(event('agent.enroll', null, 'denied'), nobody)).toBe(
      'was refused: enrolled the agent',
    );
  });

  it('does not say twice that it was refused', () => {
    expect(predicateOf(event('access.denied', null, 'denied'), nobody)).toBe('was refused');
  });

  it('is missing for an action without words', () => {
    expect(predicateOf(event('new.action', null), nobody)).toBeNull();
  });
});
