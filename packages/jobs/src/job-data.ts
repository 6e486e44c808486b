import { UsageError } from '@app/core/extending'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Job } from './job.ts'

/** Thrown for data that do not fit the schema of their job, or are not JSON. */
export class JobDataError extends UsageError {
  override readonly name = 'JobDataError'

  constructor(job: string, problem: string) {
    super('APP_JOBS_DATA', `The data of the job "${job}": ${problem}`)
  }
}

/**
 * Returns the JSON of data, after validation of what the JSON says: that is what the handler will get.
 *
 * Throws a `JobDataError` if the schema refuses the data, for a value that JSON would change, such as a date, and for
 * more than `limit` bytes.
 */
export async function jsonOf(job: Job, data: unknown, limit: number): Promise<string> {
  const text = data === undefined ? 'null' : JSON.stringify(plain(job.name, data, '', []))
  const size = new TextEncoder().encode(text).length
  if (size > limit) {
    throw new JobDataError(
      job.name,
      `they have ${size} bytes, and the option "dataLimit" allows ${limit}. Add the id of the data, and let the handler read them.`,
    )
  }
  await validated(job, JSON.parse(text))
  return text
}

/** Returns data as the schema of the job returns them. Throws a `JobDataError` if it refuses them. */
export async function validated(job: Job, data: unknown): Promise<unknown> {
  // A job without data is kept as null, and a schema of optional data knows undefined alone.
  const given = data === null ? undefined : data
  if (job.schema === undefined) return given
  let result = await job.schema['~standard'].validate(given)
  if (result.issues && data === null) result = await job.schema['~standard'].validate(null)
  if (!result.issues) return result.value
  throw new JobDataError(job.name, result.issues.slice(0, 5).map(issueText).join('; '))
}

function issueText({ message, path = [] }: StandardSchemaV1.Issue): string {
  const place = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
  return place === '' ? message : `"${place}": ${message}`
}

/** Returns a value if JSON keeps it as it is. */
function plain(job: string, value: unknown, place: string, around: readonly unknown[]): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  const refused = (got: string) =>
    new JobDataError(job, `they are kept as JSON, and ${place || 'they'} would change: got ${got}. Write a string.`)
  if (typeof value !== 'object') throw refused(typeof value === 'number' ? String(value) : `a ${typeof value}`)
  if (around.includes(value)) throw new JobDataError(job, `${place} contains itself.`)
  const inside = [...around, value]
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) plain(job, item, `${place}[${index}]`, inside)
    return value
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype) {
    throw refused(`an instance of ${(value.constructor as { name?: string } | undefined)?.name || 'a class'}`)
  }
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined) plain(job, item, place === '' ? key : `${place}.${key}`, inside)
  }
  return value
}
