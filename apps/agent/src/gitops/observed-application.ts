import type { KubeObject } from '../kubernetes/kube-api.js';

/** An application in wire format (D56). */
export interface ObservedApplication {
  name: string;
  namespace: string;
  project: string;
  repo_url: string | null;
  path: string | null;
  target_revision: string | null;
  sync_status: string;
  health_status: string;
  revision: string | null;
  /** ISO 8601 in UTC, by this machine's clock. */
  observed_at: string;
}

/**
 * Maps an Application (argoproj.io/v1alpha1); of several sources the first one is used. Null without a name. Omits what the
 * control plane would reject, so that one odd application doesn't fail the whole report.
 */
export function observeApplication(object: unknown, observedAt: Date): ObservedApplication | null {
  const { metadata, spec, status } = shapeOf(object);
  const { name, namespace } = shapeOf(metadata);
  const { project, source, sources } = shapeOf(spec);
  const { sync, health } = shapeOf(status);
  const from = shapeOf(source ?? (Array.isArray(sources) ? sources[0] : null));
  const { status: synced, revision, revisions } = shapeOf(sync);
  const [known, place] = [text(name, 253), text(namespace, 253)];
  if (known === null || place === null) return null;
  return {
    name: known,
    namespace: place,
    project: text(project, 253) ?? 'default',
    repo_url: withoutUserinfo(text(from.repoURL, 2048)),
    path: text(from.path, 1024) ?? text(from.chart, 1024),
    target_revision: text(from.targetRevision, 1024),
    sync_status: text(synced, 100) ?? 'Unknown',
    health_status: text(shapeOf(health).status, 100) ?? 'Unknown',
    revision: text(revision, 1024) ?? text(Array.isArray(revisions) ? revisions[0] : null, 1024),
    observed_at: observedAt.toISOString(),
  };
}

function shapeOf(value: unknown): KubeObject {
  return typeof value === 'object' && value !== null ? (value as KubeObject) : {};
}

function text(value: unknown, most: number): string | null {
  if (typeof value !== 'string' || value === '' || value.length > most) return null;
  return /\p{Cc}/u.test(value) ? null : value;
}

/** Repository URLs may contain a token, which must not be reported. */
function withoutUserinfo(url: string | null): string | null {
  return url?.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, '$1') ?? null;
}
