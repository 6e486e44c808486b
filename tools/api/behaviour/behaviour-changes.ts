import type { ApiChange } from '../api-changes.ts'
import { BEHAVIOUR } from './behaviour.ts'

/**
 * The differences between two reports of the behaviour of a package, each with the level of release that it requires.
 *
 * A new fact, which is a line of the report, requires a minor, and so does a larger number of places in the code that
 * make an error with the same status; any other change requires a major. If the earlier report has no section about the
 * behaviour, since it is older than that section, there are no differences.
 */
export function behaviourChanges(before: string, after: string): readonly ApiChange[] {
  const [old, now] = [linesIn(before), linesIn(after)]
  if (old === undefined) return []
  const [, name = ''] = /^# (.+)$/m.exec(after) ?? []
  return [...new Set([...old.keys(), ...(now?.keys() ?? [])])].flatMap((fact): readonly ApiChange[] => {
    const [was, is] = [old.get(fact), now?.get(fact)]
    const where = `${name}: ${fact}`
    if (was === is) return []
    if (was === undefined) return [{ level: 'minor', where, what: `is new: ${is}` }]
    if (is === undefined) return [{ level: 'major', where, what: `was ${was}, is gone` }]
    return [{ level: countOf(is) > countOf(was) ? 'minor' : 'major', where, what: `was ${was}, is ${is}` }]
  })
}

/**
 * Reads the number from the value of a fact about errors, such as `in 3 places`: so many places in the code make an
 * error of this status. Gives 0 for all other facts, whose values are only compared for equality.
 */
function countOf(value: string): number {
  return Number(/^in (\d+) places?$/.exec(value)?.[1] ?? 0)
}

function linesIn(report: string): ReadonlyMap<string, string> | undefined {
  const [, text] = new RegExp(`^## ${BEHAVIOUR}\\n\\n\`\`\`text\\n([\\s\\S]*?)\\n\`\`\`$`, 'm').exec(report) ?? []
  return text === undefined
    ? undefined
    : new Map(text.split('\n').map((line) => [line.split(': ', 1)[0] ?? '', line.slice(line.indexOf(': ') + 2)]))
}
