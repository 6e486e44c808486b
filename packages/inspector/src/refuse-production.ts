import { ConfigurationError } from '@app/core/extending'

/** Throws a `ConfigurationError` unless `mode`, as of `modeOf()`, is `development` or `test`. */
export function refuseProduction(mode: string | undefined): void {
  if (mode === 'development' || mode === 'test') return
  throw new ConfigurationError(
    'APP_INSPECTOR_PRODUCTION',
    'inspector() shows requests, errors and configuration to every visitor, so it runs only if NODE_ENV is ' +
      `"development" or "test". Here it is ${mode === undefined ? 'not set' : JSON.stringify(mode)}. ` +
      'Leave the inspector out, or set NODE_ENV=development on the machine of a developer.',
  )
}
