/** Does nothing, so that a bundle stays small: a program is first run on node, where its options are checked. */
export function refuseUnknownOwn(_owner: string, _options: object, _known: readonly string[]): void {}
