import { ConfigurationError, describeValue, hasBrand, isMap } from '@app/checks'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { buildTrace } from './config-node.ts'
import type { Variables } from './environment.ts'
import { formatKeyPath, type KeyPath, type Origin, type Trace, tipsOf, traceAt } from './origin.ts'
import { readChanges } from './post-process.ts'

const SCHEMA: Origin = { name: 'schema' }

/**
 * Checks a configuration against its schema, and returns the output of the schema, with the schema's defaults and
 * conversions.
 */
export async function validate(trace: Trace, schema: StandardSchemaV1, variables: Variables): Promise<Trace> {
  const result = await run(schema, trace.value)
  if (result.issues) throw hasIssues(result.issues.map((issue) => toConfigIssue(issue, trace)))
  if (!isMap(result.value)) throw schemaGave(result.value)
  return buildTrace(readChanges(result.value, trace, SCHEMA), variables)
}

async function run(schema: StandardSchemaV1, value: unknown): Promise<StandardSchemaV1.Result<unknown>> {
  try {
    return await schema['~standard'].validate(value)
  } catch (cause) {
    throw schemaThrew(cause)
  }
}

function toConfigIssue(issue: StandardSchemaV1.Issue, trace: Trace): ConfigIssue {
  const path = (issue.path ?? []).map(toKey)
  const found = traceAt(trace, path)
  const message = found === undefined ? issue.message : masked(issue.message, found)
  return { path, message, ...(found === undefined ? {} : { origin: found.origin }) }
}

function toKey(segment: PropertyKey | StandardSchemaV1.PathSegment): KeyPath[number] {
  const key = typeof segment === 'object' ? segment.key : segment
  return typeof key === 'symbol' ? String(key) : key
}

/** Masks values of environment variables in a message, since the message may quote values, which may be secrets. */
function masked(message: string, trace: Trace): string {
  const secrets = Array.from(tipsOf(trace)).flatMap(([, { env, value }]) => (env?.isSet ? [String(value)] : []))
  // The longest first: another value may be a part of it, as the user `app` is of the password `app-7`.
  secrets.sort((one, other) => other.length - one.length)
  return secrets.reduce((text, secret) => text.replaceAll(secret, '***'), message)
}

/** A problem that the schema has found in the configuration. */
export interface ConfigIssue {
  readonly path: KeyPath
  /** The message of the schema, with `***` in place of the values of environment variables. */
  readonly message: string
  /** The origin of the wrong value; absent if the value is missing. */
  readonly origin?: Origin
}

const BRAND = Symbol.for('@app/config/ConfigValidationError')

/** The merged configuration does not fit its schema. The `code` is `APP_CONFIG_SCHEMA`. */
export class ConfigValidationError extends ConfigurationError {
  override readonly name = 'ConfigValidationError'
  /** All issues in the order in which the schema returned them; empty if the schema threw, or did not return a map. */
  readonly issues: readonly ConfigIssue[]

  /** @internal */
  constructor(message: string, issues: readonly ConfigIssue[], options?: ErrorOptions) {
    super('APP_CONFIG_SCHEMA', message, options)
    this.issues = issues
  }

  /** True if a value is a `ConfigValidationError` of this or another copy of the package. */
  static override is(value: unknown): value is ConfigValidationError {
    return hasBrand(value, BRAND)
  }
}

Object.defineProperty(ConfigValidationError.prototype, BRAND, { value: true })

function hasIssues(issues: readonly ConfigIssue[]): ConfigValidationError {
  const lines = issues.map(({ path, message, origin }) => {
    const where = origin === undefined ? '' : ` in ${origin.name}`
    return `  ${formatKeyPath(path)}${where}: ${message}`
  })
  return new ConfigValidationError(`The configuration does not fit its schema:\n${lines.join('\n')}`, issues)
}

function schemaThrew(cause: unknown): ConfigValidationError {
  return new ConfigValidationError('The schema threw an error; see the cause of this error.', [], { cause })
}

function schemaGave(got: unknown): ConfigValidationError {
  const hint = 'Use a schema that describes an object'
  return new ConfigValidationError(`The schema gave ${describeValue(got)} in place of a map. ${hint}.`, [])
}
