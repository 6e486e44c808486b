import { contentsOf, readForm } from '../../../packages/uploads/src/changed-forms.test.helper.ts'
import { BOUNDARY, formOf } from '../../../packages/uploads/src/forms.test.helper.ts'
import { equal } from '../equal.ts'
import type { Target } from '../target.ts'

/**
 * The text is the body of a multipart form. True if its bytes arrive whole, one by one or seven at a time, the result
 * is the same: either the form has the contents between the delimiters of the text, or the response is 400.
 */
export const target: Target = {
  seeds: [
    [{ name: 'title', content: 'Tea' }],
    [{ name: 'file', fileName: 'a.txt', type: 'text/plain', content: 'one\r\n--two--\r\n\r\n' }],
    [{ headers: 'Content-Disposition: form-data; name="a"; filename*=UTF-8\'\'%e2%82%ac', content: '' }],
    [],
  ].map((parts) => Buffer.from(formOf(parts)).toString('latin1')),
  words: [
    ...[
      '\r\n',
      '\r\n\r\n',
      '--',
      `--${BOUNDARY}`,
      `\r\n--${BOUNDARY}`,
      `--${BOUNDARY}--`,
      `\r\n--${BOUNDARY}--\r\n`,
      ':',
      ';',
      '"',
    ],
    ...[
      'Content-Disposition: form-data',
      'form-data',
      '; name="a"',
      '; name=a',
      '; filename="b"',
      "; filename*=UTF-8''c",
      '\\"',
    ],
    ...[
      'Content-Type: text/plain',
      '; charset=utf-16',
      'Content-Transfer-Encoding: base64',
      'X: ',
      '=',
      '_charset_',
      '\r',
      '\n',
    ],
  ],
  check: async (input) => {
    const bytes = Buffer.from(input, 'latin1')
    const form = bytes.toString('latin1')
    const expected = contentsOf(form)
    const answers = await Promise.all([bytes.length + 1, 1, 7].map((pieces) => readForm(form, pieces)))
    for (const { status, contents } of answers) {
      equal([status, contents], [answers[0]?.status, answers[0]?.contents])
      if (status !== 200) equal(status, 400)
      else equal(contents, expected)
    }
  },
}
