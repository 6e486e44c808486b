import { type Awaitable, json, type RequestHandler, redirect, type ServerRequest, text } from '@app/core'
import { eventStream } from '@app/event-stream'
import { type ClientFiles, clientFiles } from './client-files.ts'
import { news } from './news.ts'
import { page, SECURE, STYLE_FILE } from './page.ts'
import type { PageContext, Shown } from './page-context.ts'
import { withReason } from './reason.ts'
import { refusal } from './refusal.ts'
import { sendAgain } from './send-again.ts'
import { shownApplication } from './shown-application.ts'
import { changeJob, hasJobs, shownJobs } from './shown-jobs.ts'

/** Answers the requests under the path of the inspector. */
export function pages(context: PageContext): RequestHandler {
  const { application, recorder, settings } = context
  const { path } = settings
  const shown = shownApplication(context)
  const stream = eventStream(news(recorder), { heartbeat: 5 })
  let files: ClientFiles | undefined
  return function inspectorPages(request) {
    const refused = refusal(request, settings.hosts)
    if (refused) return refused
    const below = request.path.slice(path.length)
    const again = /^\/requests\/(\d+)\/again$/.exec(below)
    if (again) return request.method === 'POST' ? sendAgain(context, Number(again[1])) : onlyBy('POST')
    const [, job, action] = JOB_ACTION.exec(below) ?? []
    if (job !== undefined && action !== undefined && hasJobs(application)) {
      return request.method === 'POST' ? changeJob(context, job, action) : onlyBy('POST')
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return onlyBy('GET, HEAD')
    files ??= clientFiles()
    if (below === '') return redirect(`${request.basePath}${path}/`)
    if (below === '/') return page(hasJobs(application))
    if (below === '/events') return stream(request)
    if (below === '/style.css') return asset(STYLE_FILE, 'text/css')
    if (below.startsWith('/client/')) return clientFile(files, below.slice('/client/'.length))
    if (below === '/errors') return jsonText(`[${recorder.failed().join(',')}]`)
    if (below === '/jobs') return answerShown(hasJobs(application) ? () => shownJobs(context) : undefined, request)
    const details = /^\/requests\/(\d+)$/.exec(below)
    if (details) return answerDetails(context, Number(details[1]))
    return answerShown(shown.get(below.slice(1)), request)
  }
}

const JOB_ACTION = /^\/jobs\/([\da-f-]{36})\/(retry|remove)$/

async function answerShown(part: Shown | undefined, request: ServerRequest): Promise<Response> {
  return part ? json(await part(request), { headers: SECURE }) : missing()
}

async function answerDetails({ application, recorder, masks }: PageContext, id: number): Promise<Response> {
  const details = recorder.details(id)
  return jsonText(details && (await withReason(application, details, recorder.sent(id), masks)))
}

function jsonText(text: string | undefined): Response {
  return text === undefined
    ? missing()
    : new Response(text, { headers: { ...SECURE, 'content-type': 'application/json' } })
}

function clientFile(texts: ClientFiles, name: string): Awaitable<Response> {
  const found = texts.get(name) ?? texts.get(name.replace(/\.js$/, '.ts'))
  return found === undefined ? missing() : asset(found, 'text/javascript')
}

function asset(content: string, type: string): Response {
  return new Response(content, { headers: { ...SECURE, 'content-type': `${type};charset=utf-8` } })
}

function missing(): Response {
  return text('The inspector has nothing here.\n', { status: 404, headers: SECURE })
}

function onlyBy(allow: string): Response {
  return text('Method Not Allowed\n', { status: 405, headers: { ...SECURE, allow } })
}
