/** Takes steps one after the other, and prints a line with its seconds for each. */
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
