import { describeValue } from './describe-value.ts'

/** The origins of a value were asked for that is no configuration, or a copy of one. */
export class UnknownConfigError extends Error {
  override readonly name = 'UnknownConfigError'

  constructor(got: unknown) {
    super(
      `explain() got ${describeValue(got)} whose origins are not known. ` +
        'Hand it the very map that loadConfig() or resolveConfig() gave: a copy has no origins.',
    )
  }
}
