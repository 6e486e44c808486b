import test from 'node:test'
import { rendererConformance } from '@app/view/conformance'
import { OutsideRenderer } from './outside-view.js'

const cases = rendererConformance({
  make: (options) => new OutsideRenderer(options),
  extension: '.tpl',
  templates: {
    hello: `<p title="\${it.name}">\${it.name}</p>`,
    list: `\${it.items.map((item) => html\`<li>\${item}</li>\`)}`,
    part: `\${it.name}`,
    withPart: `<b>\${include('parts/name')}</b>`,
    layout: `<main>\${it.body}</main>`,
    inLayout: `\${within('layout', it.name)}`,
    withMissingPart: `\${include('parts/nmae')}`,
  },
})

for (const { name, check } of cases) test(name, check)
