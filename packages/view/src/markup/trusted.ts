/** The key of the text that `raw` was given; every copy of the package has the same one. */
export const TRUSTED: unique symbol = Symbol.for('@app/view/trusted') as typeof TRUSTED
