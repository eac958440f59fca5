import { afterAll, beforeEach, describe, expect, it, jest } from '@jest/globals';

jest.useFakeTimers();
const [page, shown] = [new EventTarget(), new EventTarget()];
const own = { visibilityState: 'visible' };
Object.assign(globalThis, {
  addEventListener: page.addEventListener.bind(page),
  document: Object.assign(shown, own),
});
const { isBackground, userActive, watchUserActivity } = await import('./user-activity.js');
watchUserActivity();

const input = (type = 'keydown'): unknown => page.dispatchEvent(new Event(type));
function becomes(visibilityState: 'visible' | 'hidden'): void {
  Object.assign(shown, { visibilityState });
  shown.dispatchEvent(new Event('visibilitychange'));
}

describe('a person before the console', () => {
  beforeEach(() => {
    becomes('visible');
    input();
  });
  afterAll(() => {
    jest.useRealTimers();
    for (const name of ['addEventListener', 'document']) Reflect.deleteProperty(globalThis, name);
  });

  it('causes the calls of the next five seconds; later ones are made in the background', () => {
    jest.advanceTimersByTime(5_000);
    expect(isBackground()).toBe(false);
    jest.advanceTimersByTime(1);
    expect(isBackground()).toBe(true);
  });

  it('causes none while the tab is hidden', () => {
    becomes('hidden');
    expect([isBackground(), userActive.get()]).toEqual([true, false]);
    becomes('visible');
    expect([isBackground(), userActive.get()]).toEqual([false, true]);
  });

  it.each(['keydown', 'pointerdown', 'pointermove', 'touchstart', 'wheel'])(
    'is away five minutes after the last input, and back with %s',
    (type) => {
      jest.advanceTimersByTime(299_000);
      expect(userActive.get()).toBe(true);
      input(type);
      jest.advanceTimersByTime(299_000);
      expect(userActive.get()).toBe(true);
      jest.advanceTimersByTime(1_100);
      expect(userActive.get()).toBe(false);
      input(type);
      expect([isBackground(), userActive.get()]).toEqual([false, true]);
    },
  );

  it('is still away when the tab is shown again without input', () => {
    jest.advanceTimersByTime(301_000);
    becomes('hidden');
    becomes('visible');
    expect(userActive.get()).toBe(false);
  });
});
