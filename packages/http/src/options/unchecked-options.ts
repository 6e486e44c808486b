/**
 * Checks nothing on this platform, so that a bundle stays small. The options are checked when the program runs on node.
 */
export function refuseUnknownOwn(_owner: string, _options: object, _known: readonly string[]): void {}
