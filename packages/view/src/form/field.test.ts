import { parse } from 'parse5'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { type FieldOptions, field, form, formProblems, markup } from '../index.ts'

const shown = (options: Parameters<typeof field>[1], values = {}, messages = {}) =>
  `${field(form(values).with(messages), options)}`

test('field() connects a label with an input, which has the typed value, escaped', () => {
  expect(shown({ name: 'title', label: 'Title <1>' }, { title: '"><script>' })).toBe(
    '<div class="field"><label for="title">Title &lt;1&gt;</label>' +
      '<input type="text" id="title" name="title" value="&quot;&gt;&lt;script&gt;"></div>',
  )
})

test('a wrong field has its messages, which aria-describedby names after the hint, and the first one has the focus', () => {
  const wrong = form().with({ title: 'Too <short>.' }).with({ title: 'No digit.', text: 'Empty.' })
  expect(`${field(wrong, { name: 'title', label: 'Title', hint: 'Any.' })}`).toBe(
    '<div class="field"><label for="title">Title</label><input type="text" id="title" name="title" value="" autofocus ' +
      'aria-invalid="true" aria-describedby="title-hint title-problem"><span class="hint" id="title-hint">Any.</span>' +
      '<span class="problem" id="title-problem">Too &lt;short&gt;.<br>No digit.</span></div>',
  )
  const second = `${field(wrong, { name: 'text', label: 'Text' })}`
  expect([second.includes('autofocus'), second.includes('aria-describedby="text-problem"')]).toEqual([false, true])
})

test('field() never writes the value of a password or a file', () => {
  for (const type of ['password', 'file'] as const) {
    expect(shown({ name: 'x', label: 'X', type }, { x: 'hidden' })).not.toContain('hidden')
  }
})

test.each(['text', 'email', 'number', 'date', 'search', 'tel', 'url', 'color', 'datetime-local'] as const)(
  'field() renders an input of the type %s with its value',
  (type) => {
    expect(shown({ name: 'x', label: 'X', type }, { x: '7' })).toContain(
      `<input type="${type}" id="x" name="x" value="7"`,
    )
  },
)

test('a text area keeps a first line break, and the text cannot end it', () => {
  expect(shown({ name: 'x', label: 'X', type: 'textarea', rows: 3 }, { x: '\n</textarea>' })).toContain(
    '<textarea id="x" name="x" rows="3">\n\n&lt;/textarea&gt;</textarea>',
  )
})

test('a select marks the chosen values, and takes values, pairs and maps as choices', () => {
  const type = 'select'
  expect(shown({ name: 'x', label: 'X', type, options: [['', 'Choose'], 'a', ['b', 'B & C']] }, { x: 'b' })).toContain(
    '<option value="">Choose</option><option value="a">a</option><option value="b" selected>B &amp; C</option></select>',
  )
  expect(
    shown({ name: 'x', label: 'X', type, multiple: true, options: { a: 'A', b: 'B' } }, { x: ['a', 'b'] }),
  ).toContain(
    '<select id="x" name="x" multiple><option value="a" selected>A</option><option value="b" selected>B</option>',
  )
  expect(
    shown({
      name: 'x',
      label: 'X',
      type,
      options: new Map([
        ['2', 'Two'],
        ['1', 'One'],
      ]),
    }),
  ).toContain('<option value="2">Two</option><option value="1">One</option>')
})

test('a checkbox alone is ticked by its value or a stored true, and stands inside of its label', () => {
  expect(shown({ name: 'x', label: 'X', type: 'checkbox' }, { x: true })).toBe(
    '<div class="field"><label><input type="checkbox" id="x" name="x" value="on" checked> X</label></div>',
  )
  expect(shown({ name: 'x', label: 'X', type: 'checkbox', value: 'yes' }, { x: 'yes' })).toContain('checked')
  for (const x of [false, 'on']) {
    expect(shown({ name: 'x', label: 'X', type: 'checkbox', value: 'yes' }, { x })).not.toContain('checked')
  }
})

test('choices of a group stand in a fieldset with a legend; required is only for a choice of one', () => {
  const options = ['a', 'b']
  expect(shown({ name: 'x', label: 'X', type: 'radio', options, required: true }, { x: 'b' }, { x: 'No.' })).toBe(
    '<div class="field"><fieldset id="x" role="radiogroup" aria-invalid="true" aria-describedby="x-problem"><legend>X</legend>' +
      '<label><input type="radio" name="x" value="a" autofocus required> a</label>' +
      '<label><input type="radio" name="x" value="b" checked required> b</label></fieldset>' +
      '<span class="problem" id="x-problem">No.</span></div>',
  )
  const boxes = shown(
    { name: 'tags[]', label: 'X', type: 'checkbox', options, required: true },
    { 'tags[]': ['a', 'b'] },
  )
  expect(boxes).toContain(
    '<fieldset id="tags"><legend>X</legend><label><input type="checkbox" name="tags[]" value="a" checked> a</label>',
  )
  expect(boxes).not.toContain('required')
})

test('a field in a row has an id of its own, and a message of its row', () => {
  const html = shown({ name: 'items[1].title', label: 'X' }, {}, { 'items[1].title': 'No.' })
  expect(html).toContain(
    '<label for="items-1-title">X</label><input type="text" id="items-1-title" name="items[1].title"',
  )
  expect(html).toContain('id="items-1-title-problem">No.')
  expect(shown({ name: 'items[0].title', label: 'X' }, {}, { 'items[1].title': 'No.' })).not.toContain('No.')
})

test('a hidden field has no label, and no text around it', () => {
  for (const options of [
    { name: 'x', type: 'hidden' },
    { name: 'x', type: 'hidden', label: '' },
  ] as const)
    expect(shown(options, { x: '1' })).toBe('<input type="hidden" name="x" value="1">')
})

test('field() writes what a schema demands, unless an option says otherwise', () => {
  const Note = z.object({
    title: z.string().min(2).max(50),
    text: z.string().max(9).optional(),
    mail: z.email(),
    size: z.coerce.number().min(0).max(2.5),
    count: z.int(),
    kind: z.enum(['a', 'b']),
    terms: z.literal('on'),
    day: z.date(),
    items: z.array(z.object({ name: z.string().min(1) })),
  })
  const empty = form({}, Note)
  const render = (name: string, options: Partial<FieldOptions> = {}) =>
    `${field(empty, { name, label: 'X', ...options })}`
      .replace(/^.*?name="[^"]*"|><\/div>$|<\/.*/g, '')
      .replace(' value=""', '')
  expect(render('title')).toBe(' minlength="2" maxlength="50" required')
  expect(render('title', { maxlength: 40, required: false })).toBe(' minlength="2" maxlength="40"')
  expect(render('text')).toBe(' maxlength="9"')
  expect(render('mail', { type: 'email' })).toBe(' required')
  expect(render('size', { type: 'number' })).toBe(' min="0" max="2.5" step="any"')
  expect(render('count', { type: 'number' })).toBe('')
  expect(render('items[3].name')).toBe(' required')
  expect(render('day')).toBe('')
  expect(render('terms', { type: 'checkbox' })).toContain(' required')
  expect(render('kind', { type: 'radio', options: ['a'] })).toContain(' required')
  expect([empty.constraints('none'), form().constraints('title')]).toEqual([{}, {}])
})

test('a schema that refers to itself, and one without a JSON Schema, are no obstacle', () => {
  const Tree = z.object({
    name: z.string().max(5),
    get inner() {
      return z.array(Tree)
    },
  })
  expect(form({}, Tree).constraints('inner[0].inner[1].name').maxlength).toBe(5)
  const validate = () => ({ value: 1 })
  expect(form({}, { '~standard': { version: 1, vendor: 'x', validate } }).constraints('a')).toEqual({})
})

test('the option layout puts the parts together', () => {
  const layout = ({ label, input, problem, isWrong }: Parameters<NonNullable<FieldOptions['layout']>>[0]) =>
    markup`<p class="${isWrong && 'wrong'}">${label}: ${input}${problem}</p>`
  expect(shown({ name: 'x', label: 'X', layout }, {}, { x: 'No.' })).toMatch(
    /^<p class="wrong"><label for="x">X<\/label>: <input.*<\/p>$/,
  )
})

test('formProblems() lists all messages, with links to their fields, and is nothing without messages', () => {
  expect(formProblems(form())).toBeUndefined()
  expect(`${formProblems(form().with({ 'items[0].title': 'No <b>.', items: 'Few.' }))}`).toBe(
    '<div class="problems" role="alert"><ul><li><a href="#items-0-title">No &lt;b&gt;.</a></li><li><a href="#items">Few.</a></li></ul></div>',
  )
})

test.each([
  [{ name: 'x', label: 'X', type: 'txt' }, 'field(): the field "x" has the unknown type "txt". Did you mean "text"?'],
  [
    { name: 'x', label: 'X', type: 'select' },
    'field(): the field "x" of the type "select" has no choices. Write { options: ',
  ],
  [{ name: 'x' }, 'field(): the field "x" has no label. Write { label: \'…\' }'],
  [{ label: 'X' }, 'field(): "name" is missing'],
  [{ name: 'x', label: 'X', requird: true }, 'field(): unknown option "requird". Did you mean "required"?'],
])('field() refuses the options %o', (options, message) => {
  expect(() => shown(options as never)).toThrow(message)
})

test('field() without a form is an error that says so', () => {
  expect(() => field(undefined as never, { name: 'x', label: 'X' })).toThrow('field(): the form is missing.')
})

test('whatever the values, a field has the elements of its template and no others', () => {
  const evil = '"\'><img src=x onerror=alert(1)></textarea></select></option></fieldset>&lt;'
  for (const type of ['text', 'textarea', 'select', 'radio', 'checkbox'] as const) {
    const options = type === 'text' || type === 'textarea' ? undefined : [[evil, evil] as const]
    const html = shown(
      { name: evil, label: evil, hint: evil, type, options, placeholder: evil },
      { [evil]: evil },
      { [evil]: evil },
    )
    expect(JSON.stringify(parse(html), (key, value) => (key === 'parentNode' ? undefined : value))).not.toContain(
      '"tagName":"img"',
    )
  }
})

test('a field is required if the schema demands a text before it transforms it; of a check after that the browser knows nothing', () => {
  const Note = z.object({
    before: z.string().min(1).transform(Number),
    mail: z.email().transform((mail) => mail.toLowerCase()),
    prepared: z.preprocess((text) => text, z.string().min(1)),
    after: z
      .string()
      .transform((text) => text.trim())
      .refine((text) => text !== ''),
  })
  const empty = form({}, Note)
  const required = ['before', 'mail', 'prepared', 'after'].map((name) => empty.constraints(name).required)
  expect(required).toEqual([true, true, true, undefined])
  expect(`${field(empty, { name: 'after', label: 'After', required: true })}`).toContain(' required')
})
