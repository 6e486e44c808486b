import { Application, json } from '@app/core'
import { canonicalPath } from '@app/router'
import { answerTarget } from '../../hostile/answer-target.ts'
import { createRouter, ROUTERS } from '../../hostile/routers.ts'
import { equal } from '../equal.ts'
import type { Target } from '../target.ts'

const errors: unknown[] = []
const apps = await Promise.all(
  ROUTERS.map(async (name) => {
    const app = new Application({ router: await createRouter(name), onError: (error) => errors.push(error) })
    app.pipe('/admin', () => json({ guard: true }))
    app.get('/admin/{rest...}', () => json({ guard: false }))
    app.get('/{rest...}', ({ path, query, url }) => json({ path, query: [...query], host: new URL(url).hostname }))
    return app
  }),
)

/**
 * The text is a request target of any kind. The response is 400, or all routers give the same response, with the path,
 * the query and the host that a browser would read from the target. No target bypasses a guard, and none causes a 500.
 */
export const target: Target = {
  seeds: [
    ...['/', '/a/b?c=d&e', '/admin/x', '/%61dmin/x', '/x/../admin//', '//h/a', '*', 'h:80', '/a#b', '?', '', '/?a\nb'],
    ...[
      'http://h/a',
      'HTTP://user:pass@h:8080?q',
      'https://[::1]:443/',
      'http://h\\@x/',
      'ftp://h/',
      'http:///a',
      'http:a',
    ],
  ],
  words: [
    ...[
      '/',
      '//',
      '?',
      '#',
      '@',
      ':',
      '[',
      ']',
      '[::1]',
      ':80',
      ':443',
      ':65536',
      'http://',
      'HTTPS://',
      'h',
      '/admin',
      '/Admin',
    ],
    ...[
      '/..',
      '/.',
      '/%2e%2e',
      '%2f',
      '%5c',
      '\\',
      ';',
      '/..;',
      '&',
      '=',
      '+',
      '%20',
      'localhost',
      '127.0.0.1',
      '0x7f.1',
      'xn--',
      '.',
    ],
  ],
  check: async (input) => {
    const answers = await Promise.all(
      apps.map(async (app) => {
        const answer = await answerTarget(app, input)
        return { status: answer.status, body: await answer.text() }
      }),
    )
    equal(errors.splice(0), [])
    const [first] = answers
    for (const answer of answers) equal(answer, first)
    if (first?.status === 400) return
    equal(/[\x00-\x1f\x7f]/.test(input), false)
    equal(first?.status, 200)
    const read = JSON.parse(first?.body as string) as { guard?: boolean; path: string; query: string[][]; host: string }
    // `new URL()` drops spaces at the end, as browsers do, so they are encoded first.
    const target = input.replaceAll(' ', '%20')
    const url = new URL(target.startsWith('/') ? `http://localhost${target}` : target)
    const path = canonicalPath(url.pathname) as string
    equal(read.guard, path === '/admin' || path.startsWith('/admin/') ? true : undefined)
    if (read.guard) return
    equal([read.path, read.query, read.host], [path, [...url.searchParams], url.hostname])
  },
}
