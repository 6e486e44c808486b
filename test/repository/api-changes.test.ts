import { describe, expect, test } from 'vitest'
import { apiChanges, levelOf } from '../../tools/api/api-changes.ts'
import { BEHAVIOUR } from '../../tools/api/behaviour/behaviour.ts'
import { sectionsOf } from '../../tools/api/read-report.ts'

const report = (code: string, hidden = '') =>
  `# @acme/x\n\n## @acme/x\n\n\`\`\`ts\n${code}\n\`\`\`\n\n## not exported, but used by what is\n\n\`\`\`ts\n${hidden}\n\`\`\`\n`
const asked = (before: string, after: string) => levelOf(apiChanges(report(before), report(after)))

describe('a change that requires a major', () => {
  test.each([
    ['an export that is gone', 'function a(): void;\nfunction b(): void;', 'function a(): void;'],
    ['a member that is gone', 'class A {\n    a: 1;\n    b: 1;\n}', 'class A {\n    a: 1;\n}'],
    ['a parameter that takes less', 'function a(x: string | URL): void;', 'function a(x: string): void;'],
    ['a method that takes less', 'class A {\n    a(x: 1 | 2): void;\n}', 'class A {\n    a(x: 1): void;\n}'],
    ['a parameter that has to be given', 'function a(x?: 1): void;', 'function a(x: 1): void;'],
    ['one parameter more', 'function a(x: 1): void;', 'function a(x: 1, y: 2): void;'],
    ['a type parameter more', 'function a<T>(x: T): void;', 'function a<T, U>(x: T): void;'],
    ['a result that may be missing', 'function a(): string;', 'function a(): string | undefined;'],
    ['a type that takes less', 'type A = 1 | 2;', 'type A = 1;'],
    ['an option that has to be given', 'interface A {\n    a?: 1;\n}', 'interface A {\n    a: 1;\n}'],
    ['a new option that has to be given', 'interface A {\n    a: 1;\n}', 'interface A {\n    a: 1;\n    b: 1;\n}'],
    [
      'an option that may no longer be undefined',
      'interface A {\n    a?: 1 | undefined;\n}',
      'interface A {\n    a?: 1;\n}',
    ],
    ['another base class', 'class A extends B {\n    a: 1;\n}', 'class A extends C {\n    a: 1;\n}'],
    ['an overload that is gone', 'function a(x: 1): 1;\nfunction a(x: 2): 2;', 'function a(x: 1): 1;'],
  ])('%s', (_case, before, after) => {
    expect(asked(before, after)).toBe('major')
  })

  test('a major is required if a type that is not exported, but used by an exported type, accepts less', () => {
    const [before, after] = ['function a(x: A): void;', 'function a(x: A): void;']
    const changes = apiChanges(report(before, 'type A = 1 | 2;'), report(after, 'type A = 1;'))
    expect(levelOf(changes)).toBe('major')
  })
})

describe('a change that requires a minor', () => {
  test.each([
    ['a new export', 'function a(): void;', 'function a(): void;\nfunction b(): void;'],
    ['a new member of a class', 'class A {\n    a: 1;\n}', 'class A {\n    a: 1;\n    b: 1;\n}'],
    ['a new member of a value', 'const A: {\n    a(): 1;\n};', 'const A: {\n    a(): 1;\n    b(): 1;\n};'],
    ['a new option', 'interface A {\n    a: 1;\n}', 'interface A {\n    a: 1;\n    b?: 1;\n}'],
    [
      'an option that may also be undefined',
      'interface A {\n    a?: 1;\n    b?: () => 1;\n}',
      'interface A {\n    a?: 1 | undefined;\n    b?: (() => 1) | undefined;\n}',
    ],
    ['a parameter that may be left out', 'function a(x: 1): void;', 'function a(x: 1, y?: 2): void;'],
    ['a parameter that takes more', 'function a(x: string): void;', 'function a(x: string | URL): void;'],
    ['a type parameter with a default', 'function a<T>(x: T): void;', 'function a<T, U = T>(x: T): void;'],
    ['a new overload', 'function a(x: 1): 1;', 'function a(x: 1): 1;\nfunction a(x: 2): 2;'],
    [
      'a new member of a sealed interface, whose objects only the package makes',
      '/** @sealed */\ninterface A {\n    a: 1;\n}',
      '/** @sealed */\ninterface A {\n    a: 1;\n    b: 1;\n}',
    ],
  ])('%s', (_case, before, after) => {
    expect(asked(before, after)).toBe('minor')
  })
})

test('a change of a re-exported name requires the same level as if the package itself declared the name', () => {
  const here = (code: string) => `# @acme/x\n\n## @acme/x\n\n\`\`\`ts\n${code}\n\`\`\`\n`
  const there = (code: string) => sectionsOf([here(code).replaceAll('## @acme/x', '## @acme/y/inside')])
  const moved = (code: string) =>
    levelOf(
      apiChanges(here('interface A {\n    a: 1;\n}'), here("export { A } from '@acme/y';"), { after: there(code) }),
    )
  expect(moved('interface A {\n    a: 1;\n}')).toBeUndefined()
  expect(moved('interface A {\n    a: 1;\n    b?: 1;\n}')).toBe('minor')
  expect(moved('interface A {\n}')).toBe('major')
})

describe('a change that requires no changeset', () => {
  test.each([
    ['no difference', 'class A {\n    a(x: 1): void;\n}', 'class A {\n    a(x: 1): void;\n}'],
    ['another name of a parameter', 'function a({ x }: A): void;', 'function a({ x, y }: A): void;'],
    ['another order', 'class A {\n    a: 1;\n    b: 1;\n}', 'class A {\n    b: 1;\n    a: 1;\n}'],
  ])('%s', (_case, before, after) => {
    expect(asked(before, after)).toBeUndefined()
  })
})

describe('a change of the behaviour of a package', () => {
  const doing = (...lines: readonly string[]) =>
    `# @acme/x\n\n## ${BEHAVIOUR}\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\`\n`

  test.each([
    [
      'another value asks for a major',
      ['section cors: read', 'default A.b: 1'],
      ['section cors: read', 'default A.b: 2'],
      'major',
    ],
    ['a line that is gone asks for a major', ['section cors: read', 'default A.b: 1'], ['default A.b: 1'], 'major'],
    ['a new line asks for a minor', ['default A.b: 1'], ['default A.b: 1', 'variable C: read'], 'minor'],
    ['one place more that refuses asks for a minor', ['error 400: in 1 place'], ['error 400: in 2 places'], 'minor'],
    ['one place less asks for a major', ['error 400: in 2 places'], ['error 400: in 1 place'], 'major'],
    ['no difference asks for nothing', ['default A.b: ": "'], ['default A.b: ": "'], undefined],
  ])('%s', (_case, before, after, level) => {
    expect(levelOf(apiChanges(doing(...before), doing(...after)))).toBe(level)
  })

  test('the section about behaviour counts as no change if the earlier report was written before reports had that section', () => {
    expect(apiChanges('# @acme/x\n', doing('default A.b: 1'))).toEqual([])
  })
})

test('the comparison of reports gives each changed name with the level that it requires, and what it was and is', () => {
  const changes = apiChanges(report('class A {\n    a(x: 1 | 2): void;\n}'), report('class A {\n    a(x: 1): void;\n}'))
  expect(changes).toEqual([{ level: 'major', where: '@acme/x: A.a', what: 'was a(1 | 2): void, is a(1): void' }])
})
