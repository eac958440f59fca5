import type { StatePlace } from '../config/agent-config.js';
import { KubeApi } from '../kubernetes/kube-api.js';
import type { StateStore } from './agent-state.js';
import { StateFile } from './state-file.js';
import { StateSecret } from './state-secret.js';

/** Returns the store of the configured place; nothing is read yet. */
export function openStateStore(place: StatePlace): StateStore {
  if ('file' in place) return new StateFile(place.file);
  return new StateSecret(new KubeApi(place.kubernetes), place.secret);
}
