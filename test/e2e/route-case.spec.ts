import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startStack, type TestStack } from '../support/test-stack.js';

let stack: TestStack;
beforeAll(async () => {
  stack = await startStack();
}, 120_000);
afterAll(() => stack?.stop());

it.each([
  ['/metrics', 200],
  ['/METRICS', 404],
  ['/Healthz', 404],
  ['/api/v1/meta', 200],
  ['/API/v1/meta', 404],
  ['/api/v1/Meta', 404],
])('a route has one spelling, which a proxy can go by: %s is %i', async (path, status) => {
  expect((await fetch(`${stack.apis[0]!.url}${path}`)).status).toBe(status);
});
