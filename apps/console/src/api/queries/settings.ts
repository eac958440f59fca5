import { queryOptions } from '@tanstack/react-query';
import type { components } from '@countersign/client';
import { api, withIfMatch, type Versioned, versionOf } from '../client.js';
import type { StepUpPrompt } from '../step-up-prompt.js';

export type Settings = components['schemas']['PlatformSettingsResponse'];
export type NewSettings = components['schemas']['PlatformSettingsBody'];

/** The platform's settings as they were read: among others where its reserved band of rules begins. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => versionOf(api.GET('/api/v1/platform-settings', { signal })),
});

/** Changes the platform's settings. @throws ApiError */
export async function updateSettings(
  body: NewSettings,
  read: Versioned<Settings>,
  prompt: StepUpPrompt,
): Promise<Versioned<Settings>> {
  return versionOf(api.PUT('/api/v1/platform-settings', { body, ...withIfMatch(prompt, read) }));
}
