import type { ServerResponse } from 'node:http'
import { checkLine } from '../response/header-syntax.ts'

/**
 * Returns the names of the trailers of a response, and the function that adds them after the body; `undefined` for a
 * response without trailers.
 */
export function trailersOf(outgoing: ServerResponse): { readonly names: string; add(): void } | undefined {
  const values = trailing.get(outgoing)
  if (values === undefined || outgoing.req.method === 'HEAD') return undefined
  const add = () => {
    const lines = Object.entries(values).map(([name, value]) => [name, `${value()}`] as const)
    for (const [name, value] of lines) checkLine(name, value)
    outgoing.addTrailers(Object.fromEntries(lines))
  }
  return { names: Object.keys(values).join(', '), add }
}

/**
 * The trailers of responses, by node's response objects. Each value is a function, which is called when the body is
 * complete.
 */
export const trailing: WeakMap<ServerResponse, Readonly<Record<string, () => string>>> = new WeakMap()
