import { HttpError, html, type RequestHandler } from '@app/core'
import { refuseUnknown } from '@app/core/extending'
import { readViewerFile, type ViewerFile } from '#viewer'

/** Options of `openApiPage`. */
export interface OpenApiPageOptions {
  /** The URL of the document, as the browser sees it: `/openapi.json`. */
  readonly url: string
  /** The title of the page. Default: `API`. */
  readonly title?: string | undefined
}

/**
 * Makes a handler that answers with a page for reading and trying out a document: `app.get('/docs', openApiPage({ url:
 * '/openapi.json' }))`.
 *
 * The viewer is Swagger UI, from the package `swagger-ui-dist` of the application; nothing is loaded from elsewhere.
 * Its files are served under the path of the page, with `?file=`. A content security policy lets the page load only its
 * own files, and send requests only to its own origin and to the origin of the document. `.set(OPERATION, false)`
 * leaves the route of the page out of the document.
 *
 * @example
 * app.get('/docs', openApiPage({ url: '/openapi.json' })).set(OPERATION, false)
 */
export function openApiPage(options: OpenApiPageOptions): RequestHandler {
  refuseUnknown('openApiPage()', options, ['url', 'title'])
  const { url, title = 'API' } = options
  if (typeof url !== 'string' || url === '') {
    throw new TypeError("openApiPage(): url is where the document is: openApiPage({ url: '/openapi.json' })")
  }
  const page = pageOf(url, title)
  const policy = policyFor(url)
  return async function openApiPage(request) {
    const file = request.query.get('file')
    if (file === null) return html(page, { headers: { ...SAFE, 'content-security-policy': policy } })
    return fileResponse(file)
  }
}

async function fileResponse(name: string): Promise<Response> {
  if (name === START) return new Response(START_SCRIPT, { headers: { ...SAFE, 'content-type': FILES['.js'] } })
  const type = name === 'swagger-ui.css' || name === 'swagger-ui-bundle.js' ? FILES[extension(name)] : undefined
  if (type === undefined) throw new HttpError(404)
  const { bytes, version }: ViewerFile = await readViewerFile(name)
  return new Response(bytes, {
    headers: { ...SAFE, 'content-type': type, etag: `"${version}"`, 'cache-control': 'public, max-age=3600' },
  })
}

function extension(name: string): '.js' | '.css' {
  return name.endsWith('.css') ? '.css' : '.js'
}

const FILES = { '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8' } as const
const SAFE = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }
const START = 'start.js'

/**
 * The script that starts the viewer. It reads the URL of the document from the page, so that the page needs no inline
 * script.
 */
const START_SCRIPT = `const element = document.getElementById('swagger-ui')
SwaggerUIBundle({ url: element.dataset.url, domNode: element, deepLinking: true, validatorUrl: null })
`

function pageOf(url: string, title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="?file=swagger-ui.css">
</head>
<body>
<div id="swagger-ui" data-url="${escaped(url)}"></div>
<script src="?file=swagger-ui-bundle.js"></script>
<script src="?file=${START}"></script>
</body>
</html>
`
}

/**
 * Makes the content security policy of the page. It allows inline styles, which the viewer uses, but no inline scripts.
 */
function policyFor(url: string): string {
  const origin = URL.canParse(url) ? ` ${new URL(url).origin}` : ''
  return (
    `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; ` +
    `connect-src 'self'${origin}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  )
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
