import type { Locator, Page } from 'playwright-core';

/** How somebody works a page: what they can reach, and with what. */
export interface Hands {
  press(target: Locator): Promise<void>;
  type(field: Locator, text: string): Promise<void>;
  /** An option of a select, by the beginning of its words. */
  choose(field: Locator, words: string): Promise<void>;
  check(box: Locator): Promise<void>;
}

/** A mouse, or a finger on a phone. */
class Pointer implements Hands {
  constructor(private readonly finger: boolean) {}

  async press(target: Locator): Promise<void> {
    await usable(target);
    await (this.finger ? target.tap() : target.click());
  }

  async type(field: Locator, text: string): Promise<void> {
    await field.fill(text);
  }

  async choose(field: Locator, words: string): Promise<void> {
    const option = field.locator('option').filter({ hasText: new RegExp(`^${words}`) });
    await field.selectOption(await option.getAttribute('value'));
  }

  async check(box: Locator): Promise<void> {
    await box.check();
  }
}

const FARTHEST = 150;

/** A keyboard and nothing else: what Tab does not lead to can't be used. */
export class Keyboard implements Hands {
  constructor(private readonly page: Page) {}

  async press(target: Locator): Promise<void> {
    await usable(target);
    await this.#reach(target);
    await this.page.keyboard.press('Enter');
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.#reach(field);
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.type(text);
  }

  async choose(field: Locator, words: string): Promise<void> {
    const option = field.locator('option').filter({ hasText: new RegExp(`^${words}`) });
    await option.first().waitFor({ state: 'attached' });
    await this.#reach(field);
    await this.page.keyboard.type(words);
    const chosen = await field.evaluate((select: any) => select.selectedOptions[0].textContent);
    if (!String(chosen).startsWith(words)) throw new Error(`chose ${chosen} by typing ${words}`);
  }

  async check(box: Locator): Promise<void> {
    await this.#reach(box);
    if (!(await box.isChecked())) await this.page.keyboard.press('Space');
    if (!(await box.isChecked())) throw new Error('not checked by the space bar');
  }

  /** Goes to an element by Tab, or back to it by Shift and Tab where it stands before. */
  async #reach(target: Locator): Promise<void> {
    await target.waitFor();
    // Looked up once, not at each step: finding something by its role looks at the whole page.
    let found = await target.elementHandle();
    for (let steps = 0; steps < FARTHEST; steps++) {
      const where = await found.evaluate((element: any) => {
        if (!element.isConnected) return 'gone';
        const { activeElement } = element.ownerDocument;
        if (activeElement === element) return 'here';
        const before = activeElement.compareDocumentPosition(element) & 2;
        return before && !activeElement.contains(element) ? 'before' : 'after';
      });
      if (where === 'here') return;
      if (where === 'gone') found = await target.elementHandle();
      else await this.page.keyboard.press(where === 'before' ? 'Shift+Tab' : 'Tab');
    }
    throw new Error(`not reached by Tab: ${target.toString()}`);
  }
}

/** With what somebody works, and on what. Stories are told with each. */
export interface Telling {
  readonly by: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly handsOn: (page: Page) => Hands;
}
const DESKTOP = { width: 1280, height: 900 };
export const KEYBOARD: Telling = { by: 'keyboard', size: DESKTOP, handsOn: (page) => new Keyboard(page) };
export const POINTER: Telling = { by: 'pointer', size: DESKTOP, handsOn: () => new Pointer(false) };
export const PHONE: Telling = {
  by: 'finger',
  size: { width: 360, height: 740 },
  handsOn: () => new Pointer(true),
};

/** A button that is off stays where it is, and says why: whoever wants it waits. */
async function usable(target: Locator): Promise<void> {
  await target.and(target.page().locator(':not([aria-disabled="true"])')).waitFor();
}
