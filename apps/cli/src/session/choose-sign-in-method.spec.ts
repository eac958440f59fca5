import { describe, expect, it } from '@jest/globals';
import {
  type OfferedMethods,
  type SignInMethod,
  chooseSignInMethod,
  type SignInMethodOptions,
} from './choose-sign-in-method.js';

const ALL: OfferedMethods = { password: true, cli: { browser: true, device: true } };
const WITHOUT_CONSOLE: OfferedMethods = { password: true, cli: { browser: false, device: false } };
const EARLIER: OfferedMethods = { password: true };
const ONLY_PROVIDER: OfferedMethods = { password: false, cli: { browser: true, device: false } };

describe('the sign-in method without options', () => {
  it.each<[string, SignInMethodOptions, boolean, OfferedMethods, SignInMethod]>([
    ['through the browser that is there', {}, true, ALL, 'web'],
    ['with a password where no browser is seen', {}, false, ALL, 'password'],
    ['with a password where the service has no page', {}, true, WITHOUT_CONSOLE, 'password'],
    ['with a password at an earlier release', {}, true, EARLIER, 'password'],
    ['by --web without a browser here', { web: true }, false, WITHOUT_CONSOLE, 'web'],
    ['by --device', { device: true }, true, ALL, 'device'],
    ['with a password by --email', { email: 'ada@example.test' }, true, ALL, 'password'],
    ['with a password by --password-stdin', { passwordStdin: true }, true, ONLY_PROVIDER, 'password'],
  ])('%s', async (_, options, seesBrowser, ways, expected) => {
    expect(await chooseSignInMethod(options, seesBrowser, () => Promise.resolve(ways))).toBe(expected);
  });

  it.each<[string, SignInMethodOptions, OfferedMethods]>([
    ['two ways at once', { web: true, device: true }, ALL],
    ['a way beside a password', { web: true, email: 'ada@example.test' }, ALL],
    ['no password and no browser', {}, ONLY_PROVIDER],
  ])('never by %s', async (_, options, ways) => {
    await expect(chooseSignInMethod(options, false, () => Promise.resolve(ways))).rejects.toMatchObject({
      exit: 2,
    });
  });
});
