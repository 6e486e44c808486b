/**
 * Runs the steps of a rehearsal one after the other, and prints a line for each, with its name and its duration in
 * seconds.
 */
export class Steps {
  #total = 0

  async take<T>(name: string, step: () => T | Promise<T>): Promise<T> {
    const start = performance.now()
    let end = 'FAILED'
    try {
      const result = await step()
      end = 'ok'
      return result
    } finally {
      const seconds = (performance.now() - start) / 1000
      this.#total += seconds
      print(seconds, end, name)
    }
  }

  total(): void {
    print(this.#total, '', 'in all')
  }
}

function print(seconds: number, end: string, name: string): void {
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${end.padEnd(6)}  ${name}`)
}
