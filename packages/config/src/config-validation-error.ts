import { describeValue } from './describe-value.ts'
import { formatKeyPath, type KeyPath } from './key-path.ts'
import type { Origin } from './origin.ts'

/** One thing that the schema found wrong. */
export interface ConfigIssue {
  readonly path: KeyPath
  /** The schema's own words, with the content of environment variables masked. */
  readonly message: string
  /** Where the value came from; absent when there is no such value. */
  readonly origin?: Origin
}

/** The merged configuration is not what its schema asks for. */
export class ConfigValidationError extends Error {
  override readonly name = 'ConfigValidationError'
  /** Everything the schema found, in its order; empty when the schema itself failed. */
  readonly issues: readonly ConfigIssue[]

  private constructor(message: string, issues: readonly ConfigIssue[], cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.issues = issues
  }

  static of(issues: readonly ConfigIssue[]): ConfigValidationError {
    const lines = issues.map(({ path, message, origin }) => {
      const where = origin === undefined ? '' : ` in ${origin.name}`
      return `  ${formatKeyPath(path)}${where}: ${message}`
    })
    return new ConfigValidationError(`The configuration does not fit its schema:\n${lines.join('\n')}`, issues)
  }

  static threw(cause: unknown): ConfigValidationError {
    return new ConfigValidationError('The schema threw; the cause of this error is what it threw.', [], cause)
  }

  static notAMap(got: unknown): ConfigValidationError {
    const hint = 'Let the schema describe an object'
    return new ConfigValidationError(`The schema gave ${describeValue(got)} where a map is wanted. ${hint}.`, [])
  }
}
