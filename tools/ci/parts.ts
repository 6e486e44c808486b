/** A part of `.ci/run`: a command that has to succeed. */
export interface Part {
  readonly name: string
  /**
   * The arguments of node: a program (vitest, or a tool of ours) with its arguments, or `--run` with a script of the
   * manifest.
   */
  readonly args: readonly string[]
  /** The arguments of node in place of `args` if `.ci/run` is called with `--full`. */
  readonly fullArgs?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const VITEST = 'node_modules/vitest/vitest.mjs'

/**
 * The first parts, one after the other: these find most mistakes in the shortest time, or make files that later parts
 * need.
 */
const FIRST: readonly Part[] = [
  { name: 'lint', args: ['--run', 'lint'] },
  { name: 'build, and types', args: ['--run', 'types'] },
  { name: 'raise versions, build and pack the next release', args: ['tools/packed/next-release.ts'] },
]

/**
 * The rows of parts that run after the first parts. On a machine with several cores the rows run at the same time,
 * since one row alone would leave a core idle; the parts of a row run one after the other.
 */
const ROWS: readonly (readonly Part[])[] = [
  [
    { name: 'unit and program tests', args: [VITEST, 'run', '--reporter=dot'] },
    {
      name: 'tarballs, browsers',
      args: [VITEST, 'run', '--reporter=dot', '--config', 'vitest.tarballs.config.ts'],
    },
  ],
  [
    {
      name: 'rehearsal: three releases, the first evening, the product',
      args: ['tools/rehearse.ts', 'release', 'newcomer', 'product'],
    },
    {
      name: 'released packages together with those of the next release',
      args: ['tools/rehearse-compatibility.ts'],
      fullArgs: ['tools/rehearse-compatibility.ts', '--all'],
    },
  ],
]

/**
 * The parts that `--full` adds. The first list goes to the end of the first of the `ROWS`, and the second list to the
 * end of the second.
 */
const FULL: readonly (readonly Part[])[] = [
  [
    {
      name: 'every template, tutorial chapter and node version, octets and types',
      args: [VITEST, 'run', '--reporter=dot', '--config', 'vitest.full.config.ts'],
    },
    {
      name: 'minutes of fuzzing, guided by the code that runs',
      args: ['test/fuzz/run.ts', '--minutes', '8'],
    },
    {
      name: 'millions of paths and targets',
      args: [VITEST, 'run', '--reporter=dot', 'test/hostile/fuzz', 'packages/router-'],
      env: { FUZZ_TARGETS: '2000000', FUZZ_PATHS: '100000', FUZZ_SEED: String(Date.now() % 1_000_000) },
    },
  ],
  [{ name: 'rehearsal: every client and linker, snapshots', args: ['tools/rehearse.ts', 'consumers'] }],
]

/**
 * The parts of a run of `.ci/run`, or with `isFull` of `.ci/run --full`: `first` run one after the other, then the
 * `rows`, at the same time if there are several cores.
 */
export function partsOf(isFull: boolean): {
  readonly first: readonly Part[]
  readonly rows: readonly (readonly Part[])[]
} {
  if (!isFull) return { first: FIRST, rows: ROWS }
  const whole = ({ fullArgs, ...part }: Part): Part => (fullArgs ? { ...part, args: fullArgs } : part)
  return { first: FIRST, rows: ROWS.map((row, i) => [...row.map(whole), ...(FULL[i] ?? [])]) }
}
