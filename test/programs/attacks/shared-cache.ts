import type { Answer, Visitor } from './visitor.ts'

/**
 * A cache that several visitors share, like that of a company or a CDN: it stores answers as RFC 9111 allows a shared
 * cache, and keeps them for ever.
 */
export class SharedCache {
  readonly #stored = new Map<string, Answer & { readonly vary: Readonly<Record<string, string>> }>()

  /**
   * Returns the stored answer to a path if there is one, and if the visitor sends the same headers that its `Vary`
   * names. Else asks the program, and stores the response of the program if a shared cache may do so.
   */
  async ask(visitor: Visitor, path: string): Promise<Answer & { readonly isStored: boolean }> {
    const sent = { accept: 'text/html', cookie: await visitor.cookies(), origin: '', 'accept-encoding': '' }
    const stored = this.#stored.get(path)
    const isSame = Object.entries(stored?.vary ?? {}).every(
      ([name, value]) => sent[name as keyof typeof sent] === value,
    )
    if (stored && isSame) return { ...stored, isStored: true }
    const answer = await visitor.ask(path)
    if (mayStore(answer)) this.#stored.set(path, { ...answer, vary: selected(answer, sent) })
    return { ...answer, isStored: false }
  }

  /**
   * The paths of the stored answers. The cache gives a stored answer to every visitor who sends the same headers that its
   * `Vary` names.
   */
  get paths(): readonly string[] {
    return [...this.#stored.keys()]
  }
}

/**
 * Checks whether a shared cache may store a response, even one that sets a cookie. Of the statuses that need no
 * `Cache-Control`, the list has only the usual ones. Source: RFC 9111 sections 3 and 4.2.2.
 */
function mayStore({ status, headers }: Answer): boolean {
  const control = headers['cache-control'] ?? ''
  if (/no-store|private/.test(control) || headers.vary === '*') return false
  return (
    /public|max-age|s-maxage/.test(control) ||
    headers.expires !== undefined ||
    [200, 203, 404, 405, 410].includes(status)
  )
}

function selected({ headers }: Answer, sent: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const names = (headers.vary ?? '').toLowerCase().split(/\s*,\s*/)
  return Object.fromEntries(names.filter(Boolean).map((name) => [name, sent[name] ?? '']))
}
