/** Refuses nothing: a bundle is small, and the program was started on node before. */
export function refuseUnknownOwn(_owner: string, _options: object, _known: readonly string[]): void {}
