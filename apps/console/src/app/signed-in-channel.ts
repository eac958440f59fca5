/** Where `/signed-in` tells the tab that waits. */
export const SIGNED_IN_CHANNEL = 'countersign.signed-in';
