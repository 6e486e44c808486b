import { nearest } from '@app/checks'
import { checkOptions, isMap, optionKind } from '@app/core/extending'
import { at, type ConfigEntry, entriesOf, type Policy, placeOf } from '@app/core/internal'
import { coverageOf } from './guard-coverage.ts'
import type { Survey } from './survey.ts'

/**
 * Checks which policies of a configuration can be proven. Returns the names of the policies that hold, and the
 * problems: those of the other policies, and keys of the configuration that are probably a misspelt `policies`.
 */
export async function checkPolicies(
  found: Survey,
  config: object,
): Promise<{ readonly proven: readonly string[]; readonly policies: readonly string[] }> {
  const problems = misspelt(config)
  const proven: string[] = []
  for (const entry of entriesIn(config, problems)) {
    try {
      const policy = at(entry.place, () => checkedPolicy(entry))
      const coverage = await coverageOf(found, policy)
      if (coverage.problems.length === 0) proven.push(entry.key)
      problems.push(...coverage.problems.map((problem) => `${entry.place}: ${problem}`))
    } catch (error) {
      const { message } = error as Error
      problems.push(message.startsWith(entry.place) ? message : `${entry.place}: ${message}`)
    }
  }
  return { proven, policies: problems }
}

function entriesIn(config: object, problems: string[]): readonly ConfigEntry[] {
  try {
    return entriesOf(config, 'policies')
  } catch (error) {
    problems.push((error as Error).message)
    return []
  }
}

function checkedPolicy({ value, key }: ConfigEntry): Policy {
  return checkOptions(`policies.${key}`, value as Policy, KINDS)
}

const TEXTS = optionKind.listOf(optionKind.text)
const KINDS = {
  routes: optionKind.required({
    ...optionKind.either(optionKind.text, TEXTS),
    wants: 'a path such as "/admin", or a list of paths',
  }),
  pass: optionKind.required({
    wants: 'a key of middleware_pipeline such as "@app/authentication", the name of a service, or middleware',
    accepts: (value: unknown) =>
      typeof value === 'object' ? value !== null : /^(?:string|function)$/.test(typeof value),
  }),
  except: TEXTS,
}

/**
 * Reports a key of the configuration that is probably a misspelt `policies`: the policies under such a key would not be
 * proven.
 */
function misspelt(config: object): string[] {
  return Object.entries(config).flatMap(([key, section]) => {
    if (key === 'policies' || nearest(key, ['policies']) === undefined || !isMap(section)) return []
    const hasPolicy = Object.values(section).some((entry) => isMap(entry) && 'pass' in entry)
    return hasPolicy ? [`${placeOf(config, [key])}: nobody reads this key. Did you mean "policies"?`] : []
  })
}
