import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/**
 * The packages of Mezzio, and the further packages that its applications commonly use: docs/coming-from-mezzio.md has
 * to name each of them.
 */
const FAMILIES = [
  ...[
    'mezzio',
    'laminas-stratigility',
    'mezzio-router',
    'mezzio-fastroute',
    'mezzio-aurarouter',
    'mezzio-laminasrouter',
  ],
  ...['mezzio-helpers', 'mezzio-problem-details', 'mezzio-hal', 'mezzio-cors', 'mezzio-csrf', 'mezzio-flash'],
  ...['mezzio-session', 'mezzio-session-ext', 'mezzio-session-cache'],
  ...['mezzio-authentication', 'mezzio-authentication-basic', 'mezzio-authentication-session'],
  ...['mezzio-authentication-laminasauthentication', 'mezzio-authentication-oauth2'],
  ...['mezzio-authorization', 'mezzio-authorization-acl', 'mezzio-authorization-rbac'],
  ...['mezzio-template', 'mezzio-twigrenderer', 'mezzio-platesrenderer', 'mezzio-laminasviewrenderer'],
  ...['mezzio-tooling', 'mezzio-skeleton', 'mezzio-swoole'],
  ...['laminas-diactoros', 'laminas-httphandlerrunner', 'laminas-servicemanager', 'laminas-config-aggregator'],
  ...['laminas-component-installer', 'laminas-development-mode', 'laminas-cli', 'laminas-eventmanager'],
  ...['laminas-inputfilter', 'laminas-validator', 'laminas-filter', 'laminas-form', 'laminas-hydrator'],
  ...['laminas-i18n', 'laminas-translator', 'laminas-cache', 'laminas-db', 'laminas-log', 'laminas-mail'],
  ...['laminas-crypt', 'laminas-escaper', 'laminas-diagnostics'],
]

const text = readFileSync(join(ROOT, 'docs/coming-from-mezzio.md'), 'utf8')
const [, section = ''] = /\n## Family by family\n([\s\S]*?)\n## /.exec(text) ?? []
const rows = [...section.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map(([, there = '', here = '']) => ({ there, here }))

test('every commonly used package of Mezzio and Laminas has a row in docs/coming-from-mezzio.md', () => {
  const named = new Set(rows.flatMap(({ there }) => [...there.matchAll(/`([^`]+)`/g)].map(([, name]) => name)))
  expect(FAMILIES.filter((name) => !named.has(name))).toEqual([])
})

test('docs/coming-from-mezzio.md says "comes with" about our packages that do not exist yet, and about no others', () => {
  const wrong = rows.flatMap(({ here }) => {
    const [planned = ''] = /comes with [^;]*/.exec(here) ?? []
    return [...here.matchAll(/`(@app\/[\w-]+)/g)].flatMap(([, name = '']) => {
      const isThere = existsSync(join(ROOT, 'packages', name.slice('@app/'.length), 'package.json'))
      if (isThere !== planned.includes(name)) return []
      return [
        isThere
          ? `${name} is there now: put what it does in place of "comes with"`
          : `${name} is not there yet: write "comes with"`,
      ]
    })
  })
  expect(wrong).toEqual([])
})
