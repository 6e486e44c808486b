import { expect, test } from 'vitest'
import { detectPackageManager, inWordsOf, workflowOf } from './package-manager.ts'

test('detectPackageManager() names the package manager whose user agent is given, and npm for any other', () => {
  expect(detectPackageManager('pnpm/12.21.0 npm/? node/v24.21.0 linux x64')).toBe('pnpm')
  expect(detectPackageManager('yarn/1.22.22 npm/? node/v24.21.0 linux x64')).toBe('yarn')
  expect(detectPackageManager('bun/1.3.0 npm/? node/v24.3.0 linux x64')).toBe('bun')
  expect(detectPackageManager('npm/11.19.1 node/v24.21.0 linux x64 workspaces/false')).toBe('npm')
  expect(detectPackageManager('cargo/1')).toBe('npm')
  expect(detectPackageManager()).toBe('npm')
})

const COMMANDS = 'npm start, npm test, npm run check, npx app routes, npm install @acme/audit, cd a && npm install'

test('inWordsOf() rewrites npm commands for another package manager, except for npm install with the name of a package', () => {
  expect(inWordsOf('npm', COMMANDS)).toBe(COMMANDS)
  expect(inWordsOf('pnpm', COMMANDS)).toBe(
    'pnpm start, pnpm test, pnpm check, pnpm exec app routes, npm install @acme/audit, cd a && pnpm install',
  )
  expect(inWordsOf('bun', COMMANDS)).toBe(
    'bun run start, bun run test, bun run check, bunx app routes, npm install @acme/audit, cd a && bun install',
  )
})

test('workflowOf() rewrites npm ci and npm run in a workflow to the commands of another package manager', () => {
  const workflow = '- run: npm ci\n- run: npm run check\n'
  expect(workflowOf('npm', workflow)).toBe(workflow)
  expect(workflowOf('pnpm', workflow)).toBe(
    '- run: npx --yes pnpm install --frozen-lockfile\n- run: npx --yes pnpm check\n',
  )
  expect(workflowOf('yarn', workflow)).toBe('- run: yarn install --frozen-lockfile\n- run: yarn check\n')
  expect(workflowOf('bun', workflow)).toBe(
    '- run: npx --yes bun install --frozen-lockfile\n- run: npx --yes bun run check\n',
  )
})
