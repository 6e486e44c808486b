import { ConfigurationError } from '@app/core'
import { compileRoutes, Route } from '@app/router'
import { createRouter, ROUTERS } from '../../hostile/routers.ts'
import { equal } from '../equal.ts'
import type { Target } from '../target.ts'

const routers = await Promise.all(ROUTERS.map(createRouter))

/**
 * The text has the pattern of a placeholder in the first line, and a value in the second. A pattern that is not allowed
 * in a placeholder causes the error `APP_ROUTE`. With any other pattern each router accepts exactly the values that the
 * pattern matches as a whole. No accepted value has a slash, and no value takes seconds.
 */
export const target: Target = {
  seeds: [
    '\\d+\n42',
    '[a-z]{2,8}\nab',
    'en|de\nde',
    '(?:a|b)*c\nabc',
    '[^/\\d]\\p{L}?\n\u00e9x',
    '(a+)+\naaaaaaaaaaaaaaaaaaaaaaaa!',
  ],
  words: [
    ...[
      '\\d',
      '\\w',
      '\\s',
      '\\D',
      '\\W',
      '\\S',
      '.',
      '[^/]',
      '[a-z]',
      '(',
      ')',
      '(?:',
      '|',
      '*',
      '+',
      '?',
      '{2}',
      '{1,3}',
      '{2,}',
    ],
    ...[
      '\\p{L}',
      '\\P{Lu}',
      '\\u{1f600}',
      '\\x41',
      '\\cA',
      '\\/',
      '\\x2f',
      '^',
      '$',
      '(?=',
      '(?<n>',
      '\\1',
      '\\b',
      '[',
      ']',
      '-',
    ],
    ...['\n', 'a', 'b', 'ab', '1', '_', '.', '+?', '[\\w-]', '\\-', '(?i:'],
  ],
  check: (input) => {
    const [token = '', value = ''] = input.split('\n', 2)
    if (value.length > SHORT || !value.isWellFormed() || /[\x00-\x1f\x7f/\\]|^\.{0,2}$/.test(value)) return
    const route = new Route('/{value}', undefined)
    try {
      route.setOptions({ tokens: { value: token } })
    } catch (error) {
      if (ConfigurationError.is(error) && error.code === 'APP_ROUTE') return
      throw error
    }
    const isMatched = new RegExp(`^(?:${token})$`, 'u').test(value)
    for (const router of routers) {
      const result = compileRoutes(router, [route])('GET', `/${encodeURIComponent(value)}`)
      equal(result.matched ? result.params : 'not found', isMatched ? { value } : 'not found')
    }
  },
}

/** The greatest length of a value; longer values are not tried. */
const SHORT = 100
