import { modeOf } from '@app/core/extending'

/** True in development and in tests, by `APP_ENV`, else by `NODE_ENV`. */
export function isDevelopmentOrTest(): boolean {
  const { process } = globalThis as {
    readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> }
  }
  try {
    const mode = process?.env?.APP_ENV || modeOf(process?.env ?? {})
    return mode === 'development' || mode === 'test'
  } catch {
    // Deno throws without the permission to read the environment.
    return false
  }
}
