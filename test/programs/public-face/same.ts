/** `true` where two types are the same, not merely assignable: `const check: Same<typeof value, string> = true`. */
export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
