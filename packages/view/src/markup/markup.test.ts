import { Application, html } from '@app/core'
import { HTML_SOURCE } from '@app/core/extending'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MarkupValue, markup, raw } from '../index.ts'
import { someText } from './shape.test.helper.ts'

const value = 'any'

test('markup escapes values in text and between quotes', () => {
  const page = markup`<p title="${`"'<&`}">${'<b> & "x"'}</p>`
  expect(`${page}`).toBe('<p title="&quot;&#39;&lt;&amp;">&lt;b&gt; &amp; &quot;x&quot;</p>')
})

test('markup writes nothing for null, undefined, false and an empty list', () => {
  expect(`${markup`<p>${null}${undefined}${false}${[]}${0}${''}</p>`}`).toBe('<p>0</p>')
})

test('lists, sets and generators are written item by item, and markup is written unchanged', () => {
  const items = ['a', 'b'].map((item) => markup`<li>${item}</li>`)
  const numbers = function* () {
    yield 1
    yield 2n
  }
  expect(`${markup`<ul>${items}</ul>${new Set(['<'])}${numbers()}`}`).toBe('<ul><li>a</li><li>b</li></ul>&lt;12')
})

test('markup leaves letters beyond ASCII in the names of attributes as they are, like a browser', () => {
  expect(String(markup`<p İ \u212a lang="${'<'}">${'x'}</p>`)).toBe('<p İ \u212a lang="&lt;">x</p>')
  expect(() => markup`<p İ`).toThrow('the template ends inside of <p>')
})

test('the text of raw() is written unchanged, and in an attribute only its quotes and similar characters are escaped', () => {
  const url = raw('javascript:void "x"')
  expect(`${markup`${raw('<b>x</b>')}<a href="${url}">x</a>`}`).toBe(
    '<b>x</b><a href="javascript:void &quot;x&quot;">x</a>',
  )
})

test('an object from JSON is never treated as markup', () => {
  const body = JSON.parse('{"@app/http/html":"<b>","toString":"<b>","source":"<b>","pieces":["<b>"]}')
  expect(() => markup`<p>${body}</p>`).toThrow(
    'value 1 is a plain object, which is not a string. Make it a string: <p>',
  )
})

test('markup of another copy of the package is accepted', () => {
  const foreign = { [HTML_SOURCE]: () => '<i>x</i>' }
  expect(`${markup`<p>${foreign}</p>`}`).toBe('<p><i>x</i></p>')
})

test('true writes a boolean attribute, such as checked, with an empty value, and false leaves it out', () => {
  const box = (on: boolean | null | undefined) => `${markup`<input checked="${on}" disabled="${!on}">`}`
  expect([box(true), box(false), box(undefined)]).toEqual([
    '<input checked="" >',
    '<input  disabled="">',
    '<input  disabled="">',
  ])
})

test('an attribute is left out if its only value is undefined or false, and null beside other text writes nothing', () => {
  expect(`${markup`<p id="${undefined}" class="${false}" title="a ${null}b">x</p>`}`).toBe('<p   title="a b">x</p>')
})

test('true and false are written as words in attributes that take these words', () => {
  expect(`${markup`<p aria-hidden="${false}" data-open="${true}" draggable="${null}">x</p>`}`).toBe(
    '<p aria-hidden="false" data-open="true" >x</p>',
  )
})

test('an ARIA attribute for which "false" is not a valid value, such as aria-describedby, is left out if its value is false', () => {
  const field = (message: string | false) =>
    `${markup`<input aria-invalid="${message !== false}" aria-describedby="${message && 'hint'}" aria-label="${message}">`}`
  expect([field('Short'), field(false)]).toEqual([
    '<input aria-invalid="true" aria-describedby="hint" aria-label="Short">',
    '<input aria-invalid="false"  >',
  ])
  expect(`${markup`<ul aria-labelledby="${['a', false, 'b']}" aria-haspopup="${false}"></ul>`}`).toBe(
    '<ul aria-labelledby="a b" aria-haspopup="false"></ul>',
  )
})

test('markup writes a URLSearchParams as its text, in attributes and between tags', () => {
  const query = new URLSearchParams({ q: 'a b', page: '"2' })
  expect(`${markup`<a href="/notes?${query}" title="${query}">${query}</a>`}`).toBe(
    '<a href="/notes?q=a+b&amp;page=%222" title="q=a+b&amp;page=%222">q=a+b&amp;page=%222</a>',
  )
  expect(`${markup`<a href="${new URLSearchParams('javascript:alert(1)')}">x</a>`}`).toBe(
    '<a href="javascript%3Aalert%281%29=">x</a>',
  )
})

test('a list in an attribute is written with spaces between its items, without items that are false or undefined', () => {
  expect(`${markup`<p class="${['a', false, '"', undefined]}">x</p>`}`).toBe('<p class="a &quot;">x</p>')
})

test.each([
  [
    'a value without quotes',
    () => markup`<a href=${value}>x</a>`,
    `value 1 stands as a value without quotes. Write name="\${value}". It stands after: <a href=`,
  ],
  [
    'a value as a part of an attribute without quotes',
    () => markup`<a href=/x/${value}>x</a>`,
    `value 1 stands as a value without quotes. Write name="\${value}". It stands after: <a href=/x/`,
  ],
  [
    'a value in the name of a tag',
    () => markup`<h${value}>x</h1>`,
    'value 1 stands in the name of a tag. Choose between two templates. It stands after: <h',
  ],
  [
    'a value in the name of an end tag',
    () => markup`<h1>x</h${value}>`,
    'value 1 stands in the name of a tag. Choose between two templates. It stands after: <h1>x</h',
  ],
  [
    'a value as the name of an attribute',
    () => markup`<input ${value}>`,
    `value 1 stands where the name of an attribute belongs. Write name="\${value}"; null and false leave the attribute out. It stands after: <input `,
  ],
  [
    'a value as the rest of the name of an attribute',
    () => markup`<input data-${value}="x">`,
    `value 1 stands where the name of an attribute belongs. Write name="\${value}"; null and false leave the attribute out. It stands after: <input data-`,
  ],
  [
    'a value in a comment',
    () => markup`<!-- ${value} -->`,
    'value 1 stands in a comment. Remove the value or the comment. It stands after: <!-- ',
  ],
  [
    'a value in a doctype',
    () => markup`<!doctype ${value}>`,
    'value 1 stands in a doctype. Write it out. It stands after: <!doctype ',
  ],
  [
    'a value in a script',
    () => markup`<script>const x = "${value}"</script>`,
    'value 1 stands in the text of <script>. Put it into an attribute data-… and read it by dataset. It stands after: <script>const x = "',
  ],
  [
    'a value in a style',
    () => markup`<style>p { color: ${value} }</style>`,
    'value 1 stands in the text of <style>. Put it into an attribute data-… and read it by dataset. It stands after: <style>p { color: ',
  ],
  [
    'a value in a handler of events',
    () => markup`<p onclick="show('${value}')">x</p>`,
    'value 1 stands in the attribute "onclick", which is a program. Put the value into an attribute data-… and read it by dataset. It stands after: <p onclick="show(\'',
  ],
  [
    'a value in a handler of Vue or Alpine',
    () => markup`<p @click="show('${value}')">x</p>`,
    'value 1 stands in the attribute "@click", which is a program. Put the value into an attribute data-… and read it by dataset. It stands after: <p @click="show(\'',
  ],
  [
    'a value in an attribute that contains a page',
    () => markup`<iframe srcdoc="${value}"></iframe>`,
    'value 1 stands in the attribute "srcdoc", which is a page of its own. Serve that page, and name it in src. It stands after: <iframe srcdoc="',
  ],
  [
    'a value that an animation writes into an attribute',
    () => markup`<svg><set attributeName="href" to="${value}"/></svg>`,
    'value 1 stands in the attribute "to", which can change any other attribute. Write the attribute without a value of the template. It stands after: <svg><set attributeName="href" to="',
  ],
  [
    'a value in a URL that runs as code',
    () => markup`<a href="javascript:show('${value}')">x</a>`,
    'value 1 stands in a URL that runs, or whose scheme is written by character references. Begin with a path or https:. It stands after: <a href="javascript:show(\'',
  ],
  [
    'a value after a scheme that character references spell',
    () => markup`<a href="java&#115;cript:${value}">x</a>`,
    'value 1 stands in a URL that runs, or whose scheme is written by character references. Begin with a path or https:. It stands after: <a href="java&#115;cript:',
  ],
  [
    'a value in an attribute of an end tag',
    () => markup`<p>x</p class="${value}">`,
    'value 1 stands in an end tag. It has no attributes. It stands after: <p>x</p class="',
  ],
  [
    'a value after an unfinished character reference',
    () => markup`<p>&${value}</p>`,
    'the text after "&" would continue this character reference. Write &amp; for the text: <p>&',
  ],
  [
    'a value after an unfinished character reference in an attribute',
    () => markup`<p title="?a&amp${value}">x</p>`,
    'the text after "&amp" would continue this character reference. Write &amp;amp for the text, or &amp; for the character: <p title="?a&amp',
  ],
  [
    'a value that could complete an end tag',
    () => markup`<title>x</tit${value}</title>`,
    'value 1 stands in the name of a tag. Choose between two templates. It stands after: <title>x</tit',
  ],
  [
    'a CDATA section',
    () => markup`<svg><![CDATA[${value}]]></svg>`,
    'the template has a section <![CDATA[, whose end depends on the elements around it: <svg><![CDATA[',
  ],
  [
    'a <style> inside of an <svg>',
    () => markup`<svg><style>p {}</style>${value}</svg>`,
    'the template has a <style> in <svg>, where browsers read its text in several ways: <svg><style>p {}</style>',
  ],
  [
    'a template that ends in a tag',
    () => markup`<p class="x"`,
    'the template ends inside of <p>. A template ends as it begins, in text: <p class="x"',
  ],
  [
    'a template that ends in an attribute',
    () => markup`<p class="${value}`,
    `the template ends inside of <p>. A template ends as it begins, in text: <p class="\${…}`,
  ],
  [
    'a template that ends in a text area',
    () => markup`<textarea>`,
    'the template ends inside of <textarea>. A template ends as it begins, in text: <textarea>',
  ],
  [
    'a template that ends in a script',
    () => markup`<script>`,
    'the template ends inside of <script>. A template ends as it begins, in text: <script>',
  ],
  [
    'a template that ends in a comment',
    () => markup`<!-- x`,
    'the template ends inside of a comment. A template ends as it begins, in text: <!-- x',
  ],
  [
    'a template that ends in an unfinished character reference',
    () => markup`<p>x</p>AT&amp`,
    'the text after "&amp" would continue this character reference. Write &amp;amp for the text, or &amp; for the character: <p>x</p>AT&amp',
  ],
])('markup refuses %s, with an error that quotes the template up to there', (_, make, message) => {
  expect(make).toThrow(`markup: ${message}`)
})

test.each([
  // Attributes of Vue
  ...[
    'v-html',
    'v-text',
    'v-bind:title',
    'v-on:click',
    'v-model',
    'v-if',
    ':title',
    ':href',
    '@click',
    '#item',
    '.value',
  ],
  // Attributes of Alpine
  ...['x-data', 'x-init', 'x-html', 'x-text', 'x-bind:title', 'x-on:click.once', 'x-show', 'x-effect'],
  // Attributes of htmx, and of hyperscript
  ...[
    'hx-vals',
    'hx-vars',
    'hx-headers',
    'hx-request',
    'hx-trigger',
    'hx-on:click',
    'hx-on--load',
    'data-hx-vals',
    '_',
  ],
  // Attributes of HTML
  ...['onclick', 'ONCLICK', 'onfuturething'],
])('markup refuses a value in the attribute %s, whose content runs as code', (name) => {
  for (const before of ['', 'x']) {
    const strings = [`<p ${name}="${before}`, '">x</p>']
    const make = () => markup(Object.assign(strings, { raw: strings }) as TemplateStringsArray, value)
    expect(make).toThrow(
      `the attribute "${name.toLowerCase()}", which is a program. Put the value into an attribute data-`,
    )
  }
})

test('attributes of htmx that hold no code accept values, and the value of an attribute with a URL is checked as a URL', () => {
  const { get, target } = { get: 'javascript:alert(1)', target: '#notes' }
  expect(`${markup`<p hx-get="${get}" data-hx-post="/notes/${7}" hx-target="${target}">x</p>`}`).toBe(
    '<p hx-get="about:invalid#javascript-refused" data-hx-post="/notes/7" hx-target="#notes">x</p>',
  )
})

const OWN = raw('/assets/app.js')
test.each<[string, (value: MarkupValue) => unknown]>([
  ['the src of a script', (url) => markup`<script src="${url}"></script>`],
  ['a part of the src of a script', (url) => markup`<script src="/assets/${url}"></script>`],
  ['the src of a script after a trusted value', (url) => markup`<script src="${OWN}${url}"></script>`],
  ['the href of a base', (url) => markup`<base href="${url}">`],
])('%s accepts only trusted values, since browsers load code from there', (_, make) => {
  const says =
    'decides from where programs are loaded. Write the URL in the template, or raw(url) for a URL that you trust'
  for (const url of ['https://evil.example/x.js', '//evil.example/x.js', '/uploads/x.js', 'x'])
    expect(() => make(url)).toThrow(says)
  expect(() => make(OWN)).not.toThrow()
})

test.each<[string, MarkupValue, (value: MarkupValue) => unknown, string]>([
  [
    'true in text',
    true,
    (value) => markup`<p>${value}</p>`,
    `value 1 is true, which is not a string. Write \${condition && text}: <p>`,
  ],
  [
    'a function',
    (() => 1) as unknown as string,
    (value) => markup`<p>${value}</p>`,
    'value 1 is a function, which is not a string. Call it: <p>',
  ],
  [
    'a date',
    new Date(0) as unknown as string,
    (value) => markup`<p>${value}</p>`,
    'value 1 is an instance of Date, which is not a string. Make it a string: <p>',
  ],
  [
    'true for an attribute that names an element',
    true,
    (value) => markup`<p aria-controls="${value}">x</p>`,
    'the attribute "aria-controls" of value 1 takes text, got true. It stands after: <p aria-controls="',
  ],
  [
    'an object in an attribute',
    {} as unknown as string,
    (value) => markup`<p class="${value}">x</p>`,
    'the attribute "class" of value 1 takes text, got a plain object. It stands after: <p class="',
  ],
  [
    'markup in an attribute',
    markup`<b>x</b>`,
    (value) => markup`<p class="${value}">x</p>`,
    'the attribute "class" of value 1 takes text, got markup. It stands after: <p class="',
  ],
  [
    'markup in a title',
    markup`<b>x</b>`,
    (value) => markup`<title>${value}</title>`,
    'value 1 is markup, and this element takes text alone: <title>',
  ],
  [
    'text where true or false belongs',
    'yes',
    (value) => markup`<input checked="${value}">`,
    `the attribute "checked" of value 1 is true or false. Write checked="\${condition}"; got a string. It stands after: <input checked="`,
  ],
  [
    'text beside true or false',
    true,
    (value) => markup`<input checked="x${value}">`,
    `the attribute "checked" of value 1 is true or false. Write checked="\${condition}"; got other text beside the value. It stands after: <input checked="x`,
  ],
])('a value that does not fit its place is an error that names the problem: %s', (_, given, make, message) => {
  expect(() => make(given)).toThrow(`markup: ${message}`)
})

test('markup called as a function, and raw() with a number, throw errors that say what to write', () => {
  const call = markup as unknown as (text: string) => unknown
  expect(() => call('<p>x</p>')).toThrow(`markup is a tag: write markup\`<p>\${text}</p>\`, without brackets`)
  expect(() => raw(1 as unknown as string)).toThrow('raw(): the HTML must be a string')
})

test.each([
  ['/a', 'a/b?c=d:e', '#x', '', '?a=javascript:x', 'https://example.com', 'HTTP://x', 'mailto:a@b', 'tel:1', '//x/y'],
])('a safe URL is written unchanged', (...urls) => {
  for (const url of urls) expect(`${markup`<a href="${url}">x</a>`}`).toBe(`<a href="${url}">x</a>`)
})

test.each([
  ...[
    'javascript:alert(1)',
    ' \x01JavaScript:x',
    'java\nscript:x',
    'j\tavascript\r:x',
    'vbscript:x',
    'data:text/html,x',
  ],
  ...['file:///etc', 'blob:https://x', 'unknown:x', 'data:image/svg+xml,<svg>', 'filesystem:x'],
])('a link to %j leads to about:invalid', (url) => {
  expect(
    `${markup`<a href="${url}">x</a><form action="${url}"></form><button formaction='${url}'>x</button>`}`,
  ).toMatch(
    /^<a href="about:invalid#[a-z]+-refused">x<\/a><form action="about:invalid#[a-z]+-refused"><\/form><button formaction='about:invalid#[a-z]+-refused'>x<\/button>$/,
  )
})

test('a URL that consists of several values and texts is checked as a whole', () => {
  expect(`${markup`<a href="${'java'}${'script'}:${'x'}">x</a>`}`).toContain('about:invalid')
  expect(`${markup`<a href="${'javascript'}&colon;${'x'}">x</a>`}`).toContain('about:invalid')
  expect(`${markup`<a href="/${'javascript'}:${'x'}">x</a>`}`).toBe('<a href="/javascript:x">x</a>')
})

test('a data: URL with a picture is accepted in an image, and refused in an iframe', () => {
  const url = 'data:image/png;base64,AAAA'
  expect(`${markup`<img src="${url}" srcset="${url} 2x, /b.png 3x">`}`).toBe(
    `<img src="${url}" srcset="${url} 2x, /b.png 3x">`,
  )
  expect(`${markup`<iframe src="${url}"></iframe>`}`).toContain('about:invalid#data-refused')
})

test('each URL is checked in an attribute that has a list of URLs, such as srcset', () => {
  const set = (list: string) => `${markup`<img srcset="${list}">`}`
  expect([set('/a 1x, javascript:x 2x'), set('/a,javascript:x'), set('/a.png 1x, /b,w=2.png 2x')]).toEqual([
    '<img srcset="about:invalid#javascript-refused">',
    '<img srcset="/a,javascript:x">',
    '<img srcset="/a.png 1x, /b,w=2.png 2x">',
  ])
  expect(`${markup`<a ping="${'/a javascript:x'}">x</a>`}`).toContain('about:invalid')
})

test('a browser never runs code from a URL in a link that markup has accepted', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        someText,
        someText.map((text) => `javascript:${text}`),
        fc.webUrl(),
      ),
      (url) => {
        const [, href = ''] = /href="([^"]*)"/.exec(`${markup`<a href="${url}">x</a>`}`) ?? []
        if (href.startsWith('about:invalid#')) return
        // A browser opens nothing for a string that is not an URL, such as "//".
        const read = URL.parse(url.replaceAll('\0', '\ufffd'), 'https://example.com')
        if (read !== null) expect(['http:', 'https:', 'mailto:', 'tel:', 'sms:', 'ftp:']).toContain(read.protocol)
      },
    ),
  )
})

test('the attribute style accepts a length, and becomes "refused" for a function and for a second declaration', () => {
  const style = (value: string) => `${markup`<p style="width: ${value}">x</p>`}`
  expect([style('12.5%'), style('url(x)'), style('1px; position: fixed')]).toEqual([
    '<p style="width: 12.5%">x</p>',
    '<p style="refused">x</p>',
    '<p style="refused">x</p>',
  ])
})

test('html() sends a template as HTML, with the given status', async () => {
  const app = new Application()
  app.pipe(() => html(markup`<p>${'<'}</p>`, { status: 201 }))
  const response = await app.request('/')
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    201,
    'text/html; charset=utf-8',
    '<p>&lt;</p>',
  ])
})

test('html() sends the text before a pending promise at once, and the rest when the promise is fulfilled', async () => {
  const late = Promise.withResolvers<string>()
  const response = html(markup`<h1>x</h1>${late.promise}${markup`<i title="${late.promise}">y</i>`}`)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect(await reader?.read()).toEqual({ done: false, value: '<h1>x</h1>' })
  late.resolve('<late>')
  let rest = ''
  for (let part = await reader?.read(); !part?.done; part = await reader?.read()) rest += part?.value
  expect(rest).toBe('&lt;late&gt;<i title="&lt;late&gt;">y</i>')
})

test('an async iterable is read only as fast as the client reads the page, and ends if the client leaves', async () => {
  const seen: (number | string)[] = []
  async function* rows() {
    try {
      for (let row = 1; ; row += 1) {
        seen.push(row)
        yield markup`<li>${row}</li>`
      }
    } finally {
      seen.push('ended')
    }
  }
  const reader = html(markup`<ul>${rows()}</ul>`).body?.getReader()
  await reader?.read()
  expect(seen).toEqual([])
  await reader?.read()
  expect(seen).toEqual([1])
  await reader?.cancel()
  await expect.poll(() => seen).toEqual([1, 'ended'])
})

test('settled() waits for all values, so that a failing value is an error before any byte was sent', async () => {
  const page = (row: Promise<string>) => markup`<ul>${[row, Promise.resolve('b')]}</ul>`
  expect(() => `${page(Promise.resolve('a'))}`).toThrow('This markup waits for values')
  expect(`${await page(Promise.resolve('<a>')).settled()}`).toBe('<ul>&lt;a&gt;b</ul>')
  await expect(page(Promise.reject(new Error('no row'))).settled()).rejects.toThrow('no row')
})

test('a promise that rejects in a page that nobody reads does not stop the process', async () => {
  const heard: unknown[] = []
  const hear = (reason: unknown) => heard.push(reason)
  process.on('unhandledRejection', hear)
  markup`<p class="${Promise.reject(new Error('a'))}">${Promise.reject(new Error('b'))}</p>`
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', hear)
  expect(heard).toEqual([])
})
