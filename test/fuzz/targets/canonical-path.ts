import { canonicalPath } from '@app/router'
import { definedPath } from '../../../packages/router/src/path/defined-path.test.helper.ts'
import { equal } from '../equal.ts'
import type { Target } from '../target.ts'

/**
 * The text is a path. `canonicalPath` gives the same result as a second implementation, which has a regular expression
 * for each rule of the definition. This result, if there is one, does not change when it is made canonical again, it
 * can be decoded, and a browser reads it unchanged.
 */
export const target: Target = {
  seeds: ['/', '/a/./b/../c/', '/%2e%2E/%41%c3%a9', '/a%2fb', '/\u00fc|"<>`{}^', '//a//', 'a', ''],
  words: [
    '/',
    '/./',
    '/../',
    '%2e',
    '%2E',
    '%2f',
    '%5C',
    '%7e',
    '%7F',
    '%C3%A9',
    '%e2%82%ac',
    '%F0%9F%98%80',
    '%ed%a0%80',
  ],
  check: (input) => {
    const path = canonicalPath(input)
    equal(path, definedPath(input))
    if (path === undefined) return
    equal(canonicalPath(path), path)
    decodeURIComponent(path)
    equal(new URL(`http://localhost${path}`).pathname, path)
  },
}
