/** Returns the number below which the fraction `part` (0 to 1) of the given numbers lies. */
export function percentile(numbers, part) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export const median = (numbers) => percentile(numbers, 0.5)

export function geometricMean(numbers) {
  return Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length)
}

/** Copies a list in a random order; all orders are equally likely. */
export function shuffled(things) {
  const rest = [...things]
  const order = []
  while (rest.length > 0) order.push(...rest.splice(Math.floor(Math.random() * rest.length), 1))
  return order
}
