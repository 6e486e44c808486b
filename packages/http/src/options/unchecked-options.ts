/**
 * Refuses nothing, so that a bundle stays small: the program has run on node before, where its options were checked.
 */
export function refuseUnknownOwn(_owner: string, _options: object, _known: readonly string[]): void {}
