import type { StateLocation } from '../config/agent-config.js';
import { KubeApi } from '../kubernetes/kube-api.js';
import type { StateStore } from './agent-state.js';
import { StateFile } from './state-file.js';
import { StateSecret } from './state-secret.js';

/** Returns the store of the configured location; nothing is read yet. */
export function openStateStore(location: StateLocation): StateStore {
  if ('file' in location) return new StateFile(location.file);
  return new StateSecret(new KubeApi(location.kubernetes), location.secret);
}
