import { expect, test } from 'vitest'
import { detectPackageManager, inWordsOf } from './package-manager.ts'

test('the package manager is the one that started us, else npm', () => {
  expect(detectPackageManager('pnpm/12.21.0 npm/? node/v24.21.0 linux x64')).toBe('pnpm')
  expect(detectPackageManager('yarn/1.22.22 npm/? node/v24.21.0 linux x64')).toBe('yarn')
  expect(detectPackageManager('bun/1.3.0 npm/? node/v24.3.0 linux x64')).toBe('bun')
  expect(detectPackageManager('npm/11.19.1 node/v24.21.0 linux x64 workspaces/false')).toBe('npm')
  expect(detectPackageManager('cargo/1')).toBe('npm')
  expect(detectPackageManager()).toBe('npm')
})

const COMMANDS = 'npm start, npm test, npm run check, npx app routes, npm install @acme/audit, cd a && npm install'

test('commands are in the words of the package manager, but for what others do with theirs', () => {
  expect(inWordsOf('npm', COMMANDS)).toBe(COMMANDS)
  expect(inWordsOf('pnpm', COMMANDS)).toBe(
    'pnpm start, pnpm test, pnpm check, pnpm exec app routes, npm install @acme/audit, cd a && pnpm install',
  )
  expect(inWordsOf('bun', COMMANDS)).toBe(
    'bun run start, bun run test, bun run check, bunx app routes, npm install @acme/audit, cd a && bun install',
  )
})
