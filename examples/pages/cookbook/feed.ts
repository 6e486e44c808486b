import { Application, HttpError, text, urlFor } from '@app/core'
import { escapeHtml } from '@app/core/extending'
import { FindMyWayRouter } from '@app/router-find-my-way'

interface Post {
  readonly id: number
  readonly title: string
  readonly at: Date
  readonly summary: string
}

const posts: readonly Post[] = [
  { id: 2, title: 'Tea & milk', at: new Date('2026-02-01T09:00:00Z'), summary: '<b>First</b> the milk.' },
  { id: 1, title: 'Tea', at: new Date('2026-01-01T09:00:00Z'), summary: 'How we make it.' },
]

/** XML has the special characters of HTML, and allows no control characters but these three. */
const xml = (value: string) =>
  escapeHtml(value.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''))

/** An Atom feed. The id of an entry must never change, also if the site moves: so it is no URL of the site. */
function atom(site: string, entries: readonly { readonly post: Post; readonly url: string }[]): string {
  const updated = (entries[0]?.post.at ?? new Date(0)).toISOString()
  const items = entries.map(
    ({ post, url }) => `<entry>
  <id>tag:site.example,2026:post/${post.id}</id>
  <title>${xml(post.title)}</title>
  <link href="${xml(url)}"/>
  <updated>${post.at.toISOString()}</updated>
  <summary type="html">${xml(post.summary)}</summary>
</entry>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>tag:site.example,2026:posts</id>
<title>Posts</title>
<author><name>Site</name></author>
<link href="${xml(site)}"/>
<updated>${updated}</updated>
${items.join('\n')}
</feed>
`
}

const app = new Application({ router: new FindMyWayRouter() })

app.get('/feed.xml', (request) => {
  const absolute = (path: string) => new URL(path, request.url).href
  const entries = posts.map((post) => ({ post, url: absolute(urlFor(request, 'post', { id: post.id })) }))
  return text(atom(absolute('/'), entries), { headers: { 'content-type': 'application/atom+xml; charset=utf-8' } })
})

app.get(
  '/posts/{id:\\d+}',
  ({ params }) => {
    const post = posts.find(({ id }) => id === Number(params.id))
    if (!post) throw new HttpError(404)
    return text(`${post.title}\n${post.summary}`)
  },
  'post',
)

export default app
