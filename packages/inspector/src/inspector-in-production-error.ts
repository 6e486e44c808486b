/** The error for an inspector that is started outside of development and tests. */
export class InspectorInProductionError extends Error {
  override readonly name = 'InspectorInProductionError'

  constructor(mode: string | undefined) {
    super(
      'inspector() shows requests, errors and configuration to every visitor, so it runs only if NODE_ENV is ' +
        `"development" or "test". Here it is ${mode === undefined ? 'not set' : JSON.stringify(mode)}. ` +
        'Leave the inspector out, or set NODE_ENV=development on the machine of a developer.',
    )
  }
}

/** Throws `InspectorInProductionError` unless `mode`, the value of `NODE_ENV`, is `development` or `test`. */
export function refuseProduction(mode: string | undefined): void {
  if (mode !== 'development' && mode !== 'test') throw new InspectorInProductionError(mode)
}
