import { rendererConformance } from '@app/view/conformance'
import { test } from 'vitest'
import { HandlebarsRenderer } from './index.ts'

const cases = rendererConformance({
  make: (options) => new HandlebarsRenderer(options),
  extension: '.hbs',
  templates: {
    hello: '<p title="{{name}}">{{name}}</p>',
    list: '{{#each items}}<li>{{this}}</li>{{/each}}',
    part: '{{name}}',
    withPart: '<b>{{> parts/name}}</b>',
    layout: '<main>{{> @partial-block}}</main>',
    inLayout: '{{#> layout}}{{name}}{{/layout}}',
    withMissingPart: '{{> parts/nmae}}',
  },
})

for (const { name, check } of cases) test(name, check)
