/**
 * Runs `work`, and collects what the application warns of meanwhile, such as an entry that cannot run, instead of
 * printing it.
 */
export async function collectWarnings<T>(work: () => Promise<T>): Promise<readonly [T, warnings: readonly string[]]> {
  const { emitWarning } = process
  const messages = new Set<string>()
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    if (rest[0] === 'ApplicationWarning') messages.add(String(warning))
    else emitWarning(warning, ...rest)
  }) as typeof emitWarning
  try {
    return [await work(), [...messages]]
  } finally {
    process.emitWarning = emitWarning
  }
}
