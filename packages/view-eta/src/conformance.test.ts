import { rendererConformance } from '@app/view/conformance'
import { test } from 'vitest'
import { EtaRenderer } from './index.ts'

const cases = rendererConformance({
  make: (options) => new EtaRenderer(options),
  extension: '.eta',
  templates: {
    hello: '<p title="<%= it.name %>"><%= it.name %></p>',
    list: '<% for (const item of it.items) { %><li><%= item %></li><% } %>',
    part: '<%= it.name %>',
    withPart: '<b><%~ include("parts/name", it) %></b>',
    layout: '<main><%~ it.body %></main>',
    inLayout: '<% layout("./layout") %><%= it.name %>',
    withMissingPart: '<%~ include("parts/nmae") %>',
  },
})

for (const { name, check } of cases) test(name, check)
