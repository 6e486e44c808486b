/** Whether a value carries a symbol from the global registry, which a second copy of this package also knows. */
export function isBranded<B extends symbol>(value: unknown, brand: B): value is { readonly [K in B]: unknown } {
  return typeof value === 'object' && value !== null && brand in value
}
