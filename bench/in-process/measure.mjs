/**
 * Nanoseconds per call, the median of interleaved rounds: each round runs every candidate once, so that a change of the
 * machine's speed hits all alike. A candidate is `() => value`; the values are added up so that nothing is optimised away.
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
      // What a candidate leaves behind is collected between the measurements, not in the next one.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  if (sink < 0) throw new Error('unreachable')
  return new Map([...times].map(([name, all]) => [name, all.toSorted((a, b) => a - b)[all.length >> 1]]))
}

/** Prints names and nanoseconds, with the ratio to the first of the group. */
export function print(title, results) {
  console.log(`\n${title}`)
  const [first] = results.values()
  for (const [name, nanoseconds] of results) {
    console.log(
      `  ${name.padEnd(44)}${nanoseconds.toFixed(1).padStart(10)} ns${(nanoseconds / first).toFixed(2).padStart(8)}`,
    )
  }
}
