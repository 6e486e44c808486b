import { type RequestHandler, urlFor } from '@app/core'
import { markup } from '@app/view'
import { page } from '../site/pages.ts'
import { script } from '../site/script.ts'
import { TEAM } from '../teams/enter-team.ts'
import type { NoticePage, Notices } from './notices.ts'

/** Shows the board of a team: a field for a search, and one page of the notices that it finds. */
export function listNotices(notices: Notices): RequestHandler {
  return (request) => {
    const { id, name, slug: team } = request.attribute(TEAM)
    const board = urlFor(request, 'team.show', { team })
    const search = request.query.get('search') ?? ''
    const found = notices.search(id, search, Number.parseInt(request.query.get('page') ?? '1', 10) || 1)
    const items = found.notices.map(
      (notice) => markup`<li><a href="${urlFor(request, 'notice.show', { team, id: notice.id })}">${notice.title}</a>
        <small>${notice.by}, <time>${dateOf(notice.written)}</time></small></li>`,
    )
    const isNewest = search === '' && found.page === 1
    const after = isNewest ? (found.notices[0]?.id ?? 0) : undefined
    const body = markup`<p class="actions"><a class="button" href="${urlFor(request, 'notice.write', { team })}">Write a notice</a>
      <a href="${urlFor(request, 'team.members', { team })}">Members</a></p>
      <form role="search" action="${board}">
      <label for="search">Search</label><input id="search" name="search" type="search" value="${search}">
      <button>Find</button></form>
      <div id="board" data-team="${team}" data-after="${after}">
      <p role="status">${summary(search, found)}</p>
      <ul class="cards">${items}</ul></div>
      ${pagination(board, search, found)}
      ${script(request, '/board.js')}`
    return page(request, { title: name, body })
  }
}
listNotices.inject = ['noticeboard/notices'] as const

function summary(search: string, { count }: NoticePage) {
  if (search === '') return count === 0 && 'Nobody has written anything yet.'
  return count === 0 ? 'Nothing found.' : `${count} found.`
}

function pagination(path: string, search: string, { page, pages }: NoticePage) {
  if (pages === 1) return undefined
  const link = (to: number, text: string) =>
    to >= 1 && to <= pages && markup`<a href="${path}?${new URLSearchParams({ search, page: String(to) })}">${text}</a>`
  return markup`<nav class="pages" aria-label="Pages">${link(page - 1, 'Newer')} Page ${page} of ${pages} ${link(page + 1, 'Older')}</nav>`
}

export function dateOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(0, 10)
}
