/**
 * Checks nothing: this function takes the place of the check on platforms other than node, so that a bundle stays
 * small. The options are checked when the program runs on node.
 */
export function refuseUnknownOwn(_owner: string, _options: object, _known: readonly string[]): void {}
