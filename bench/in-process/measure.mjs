/**
 * Returns the nanoseconds per call of each candidate, as the median of several rounds. Each round measures every
 * candidate, so that a change of the machine's speed affects all of them. A candidate is `() => value`; the values are
 * used, so that the compiler does not optimise the calls away.
 */
export async function measure(candidates, { rounds = 15, calls = 50_000 } = {}) {
  const times = new Map(Object.keys(candidates).map((name) => [name, []]))
  let sink = 0
  for (let round = -3; round < rounds; round++) {
    for (const [name, call] of Object.entries(candidates)) {
      const start = process.hrtime.bigint()
      for (let i = 0; i < calls; i++) {
        const value = call(i)
        sink += (value instanceof Promise ? await value : value) ? 1 : 0
      }
      const took = Number(process.hrtime.bigint() - start) / calls
      if (round >= 0) times.get(name).push(took)
      // Waits a turn of the event loop, so that this candidate's garbage can be collected before the next is measured.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  if (sink < 0) throw new Error('unreachable')
  return new Map([...times].map(([name, all]) => [name, all.toSorted((a, b) => a - b)[all.length >> 1]]))
}

/** Prints each name with its nanoseconds, and their ratio to those of the first name. */
export function print(title, results) {
  console.log(`\n${title}`)
  const [first] = results.values()
  for (const [name, nanoseconds] of results) {
    console.log(
      `  ${name.padEnd(44)}${nanoseconds.toFixed(1).padStart(10)} ns${(nanoseconds / first).toFixed(2).padStart(8)}`,
    )
  }
}
