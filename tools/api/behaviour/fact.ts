/** One fact about the behaviour of a package that its declarations do not show: `default Limit.limit`, and `300`. */
export type Fact = readonly [name: string, value: string]
