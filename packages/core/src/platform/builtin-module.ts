/**
 * Returns a module of Node, such as `node:zlib`, where the runtime has it: on Node, Bun and Deno.
 *
 * Returns `undefined` on other platforms, and on Workers, which imitate some of these modules but have interfaces of
 * their own for the same work.
 *
 * @example
 * const fs = builtinModule<typeof import('node:fs')>('node:fs')
 */
export function builtinModule<T>(name: `node:${string}`): T | undefined {
  const { navigator, process } = globalThis as {
    readonly navigator?: { readonly userAgent?: string }
    readonly process?: { readonly getBuiltinModule?: (name: string) => unknown }
  }
  if (navigator?.userAgent === 'Cloudflare-Workers') return undefined
  return process?.getBuiltinModule?.(name) as T | undefined
}
