import { type Markup, markup } from '@app/view'

/** Makes the whole HTML document of a page. */
export function frame(title: string, main: Markup, links?: Markup): Markup {
  return markup`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · Noticeboard</title>
<link rel="stylesheet" href="/style.css">
<link rel="icon" href="/icon.svg">
<body>
<a class="skip" href="#main">Skip to content</a>
<header><a class="home" href="/">Noticeboard</a><nav aria-label="Site">${links}</nav></header>
<main id="main">${main}</main>
<footer><a href="/api/docs">API</a></footer>
</body>
</html>
`
}
