import { escapeHtml, printable } from '@app/core/extending'
import { ERROR_PAGE_STYLE } from './error-page-style.ts'
import type { ErrorReport, ReportedStep } from './error-report.ts'
import { MASK } from './secrets.ts'
import type { SourceExcerpt, StackFrame, ThrownError } from './thrown-error.ts'

/**
 * Renders a report as a page that loads no further files. The style element of the page has the given `nonce`, so that
 * a content security policy can allow it.
 */
export function errorPage(report: ErrorReport, nonce: string): string {
  const { status, title, errors, request, route, pipeline } = report
  const [error, ...causes] = errors
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${error.name}: ${error.message.slice(0, 120)}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${new Markup(ERROR_PAGE_STYLE)}</style>
</head>
<body>
<header>
<p class="line"><span class="status">${status} ${title}</span> <code>${request.method} ${request.path}</code></p>
<h1>${error.name}${error.code !== undefined && markup` <small>${error.code}</small>`}</h1>
<p class="message">${error.message}</p>
</header>
<main>
<div class="wide">
${error.source && section('Source', excerpt(error.source))}
${causes.length > 0 && section('Caused by', causes.map(cause))}
${error.frames.length > 0 && section('Stack', stack(error.frames))}
</div>
<div class="narrow">
${pipeline.length > 0 && section('Pipeline', steps(pipeline))}
${section(
  'Route',
  route
    ? pairs([
        ['path', route.path],
        ['name', route.name],
        ['methods', route.methods?.join(', ') ?? 'any'],
        ...(route.basePath ? ([['under', route.basePath]] as const) : []),
      ])
    : markup`<p class="none">No route matched before the error was thrown.</p>`,
)}
${request.params.length > 0 && section('Params', pairs(request.params))}
${request.query.length > 0 && section('Query', pairs(request.query))}
</div>
<div class="rest">
${section('Headers', pairs(request.headers))}
</div>
</main>
<footer>This is shown because <code>NODE_ENV</code> is <code>development</code>. Everywhere else an answer says nothing of its error.</footer>
</body>
</html>
`
  return page.source
}

function section(title: string, content: Markup | readonly Markup[]): Markup {
  return markup`<section aria-label="${title}"><h2>${title}</h2>${content}</section>`
}

function cause({ name, message, code, source, frames }: ThrownError): Markup {
  return markup`<article><h3>${name}${code !== undefined && markup` <small>${code}</small>`}</h3>
<p class="message">${message}</p>
${source && excerpt(source)}
${frames.length > 0 && markup`<details><summary>Its stack</summary>${stack(frames)}</details>`}</article>`
}

/** Renders source lines. Marks the line of the error, and in it the word that begins at the column of the error. */
function excerpt({ file, line, column, lines }: SourceExcerpt): Markup {
  const rows = lines.map(({ number, text }) => {
    if (number !== line) return markup`<li value="${number}"><code>${text || ' '}</code></li>`
    // The column counts characters of the line before its secrets were masked.
    if (text.includes(MASK)) return markup`<li value="${number}" aria-current="true"><code>${text}</code></li>`
    const [word = text.slice(column - 1, column)] = /^[\w$.]+/.exec(text.slice(column - 1)) ?? []
    const end = column - 1 + word.length
    const marked = markup`${text.slice(0, column - 1)}<mark>${word}</mark>${text.slice(end)}`
    return markup`<li value="${number}" aria-current="true"><code>${marked}</code></li>`
  })
  return markup`<figure><figcaption><code>${file}:${line}:${column}</code></figcaption><ol class="source">${rows}</ol></figure>`
}

/**
 * Renders a stack. Highlights frames of the application, and folds consecutive frames of libraries and the platform.
 */
function stack(frames: readonly StackFrame[]): Markup {
  const rows: Markup[] = []
  for (let i = 0; i < frames.length; ) {
    const isOwn = frames[i]?.isOwn === true
    const next = frames.findIndex((frame, index) => index > i && frame.isOwn !== isOwn)
    const end = next === -1 ? frames.length : next
    const group = frames.slice(i, end).map(frameRow)
    rows.push(isOwn || group.length === 1 ? markup`${group}` : folded(group))
    i = end
  }
  return markup`<ol class="stack">${rows}</ol>`
}

function folded(group: readonly Markup[]): Markup {
  return markup`<li><details><summary>${group.length} frames of libraries and node</summary><ol>${group}</ol></details></li>`
}

function frameRow({ call, file, line, column, isOwn }: StackFrame): Markup {
  return markup`<li class="${isOwn ? 'own' : 'other'}"><b>${call || 'anonymous'}</b> <code>${file}:${line}:${column}</code></li>`
}

function steps(pipeline: readonly ReportedStep[]): Markup {
  const rows = pipeline.map(({ kind, place, hasThrown }) => {
    const label = kind === 'route' ? markup`<em>route</em> <code>${place}</code>` : markup`<code>${place}</code>`
    return hasThrown
      ? markup`<li class="culprit" aria-current="step">${label} <strong>threw</strong></li>`
      : markup`<li>${label}</li>`
  })
  return markup`<ol class="steps">${rows}</ol>`
}

function pairs(list: readonly (readonly [string, string])[]): Markup {
  const rows = list.map(([name, value]) => markup`<dt>${name}</dt><dd>${value || markup`<i>empty</i>`}</dd>`)
  return markup`<dl>${rows}</dl>`
}

/**
 * HTML that is already escaped.
 *
 * The template tag `markup` of `@app/view` also checks at which place of the HTML a value is inserted. The core does
 * without that package: the few templates of the error page insert values only into text and into quoted attributes.
 */
export class Markup {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

/** A value in a template: markup is inserted unchanged, text is escaped, `false` and `undefined` insert nothing. */
export type Piece = Markup | string | number | false | undefined | readonly Piece[]

/** Makes markup from a template. Escapes all inserted values except those that are markup already. */
export function markup(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(strings.reduce((source, string, index) => source + written(pieces[index - 1]) + string))
}

function written(piece: Piece): string {
  if (piece === false || piece === undefined) return ''
  if (piece instanceof Markup) return piece.source
  if (typeof piece === 'object') return piece.map(written).join('')
  return escapeHtml(String(piece).replace(/[^\n\t]+/g, printable))
}
