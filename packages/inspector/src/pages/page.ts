import { html } from '@app/core'
import { markup } from '@app/view'
import { STYLE } from './style.ts'

/**
 * Makes the page of the inspector. The page loads its own scripts and stylesheet, and nothing else. Its scripts never
 * parse a string as HTML; in browsers that support Trusted Types, the content security policy of the page forbids it.
 * With `hasJobs`, the page has the part about jobs.
 */
export function page(hasJobs: boolean): Response {
  const nonce = crypto.randomUUID()
  const body = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Inspector</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="style.css" nonce="${nonce}">
<script type="module" src="client/main.js" nonce="${nonce}"></script>
</head>
<body data-jobs="${String(hasJobs)}">
<header><h1>Inspector</h1><nav aria-label="Parts"></nav><p role="status" id="state">connecting</p></header>
<main tabindex="-1"><noscript>The inspector needs JavaScript.</noscript></main>
</body>
</html>
`
  return html(body, { headers: { ...SECURE, 'content-security-policy': policy(nonce) } })
}

/** The headers of the page, and of the responses with its files and its data. */
export const SECURE: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** The stylesheet, which is served as a file: no element of the pages has styles in an attribute. */
export const STYLE_FILE: string = STYLE

function policy(nonce: string): string {
  return (
    `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; img-src data:; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
  )
}
