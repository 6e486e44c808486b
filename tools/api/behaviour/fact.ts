/** One thing that a package does, which its declarations do not say: `default Limit.limit`, and `300`. */
export type Fact = readonly [name: string, value: string]
