import { expect, test } from 'vitest'
import { merged, withLabel } from './exposition.ts'

const ONE = `# HELP requests Number of requests.
# TYPE requests counter
requests{path="/a{b} 1"} 3
requests 1
# TYPE up gauge
up 1
`

test('each measurement gets the label, whatever its other labels have', () => {
  expect(withLabel(ONE, 'worker', '2')).toBe(`# HELP requests Number of requests.
# TYPE requests counter
requests{worker="2",path="/a{b} 1"} 3
requests{worker="2"} 1
# TYPE up gauge
up{worker="2"} 1
`)
})

test('measurements of one metric stand below one heading', () => {
  expect(
    merged([withLabel(ONE, 'worker', '1'), withLabel(ONE, 'worker', '2')]),
  ).toBe(`# HELP requests Number of requests.
# TYPE requests counter
requests{worker="1",path="/a{b} 1"} 3
requests{worker="1"} 1
requests{worker="2",path="/a{b} 1"} 3
requests{worker="2"} 1
# TYPE up gauge
up{worker="1"} 1
up{worker="2"} 1
`)
})
