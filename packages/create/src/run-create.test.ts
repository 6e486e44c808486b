import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Machine, runCreate } from './index.ts'

let cwd: string
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'app-create-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(cwd, { recursive: true, force: true })
})

/** Runs the command without a terminal, and gives its exit code and its output. */
async function create(args: string, machine: Partial<Machine> = {}) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const features = { typescript: 'strip' }
  const code = await runCreate(args.split(' ').filter(Boolean), {
    ...{ cwd: () => cwd, env: {}, stdin, stdout, stderr, features },
    ...machine,
  })
  return { code, said: String(stdout.read() ?? ''), complained: String(stderr.read() ?? '') }
}

const read = (path: string) => readFileSync(join(cwd, path), 'utf8')
const manifestOf = (folder: string) => JSON.parse(read(`${folder}/package.json`))

describe('without a terminal', () => {
  test('it writes the project that the flags describe, in plain lines, and ends with two commands', async () => {
    const { code, said } = await create('shop --no-install --router trouter')
    expect(code).toBe(0)
    expect(said).toBe('Writing shop\nWrote 24 files to shop\nNext:\n  cd shop && npm install\n  npm run dev\n')
    expect(Object.keys(manifestOf('shop').dependencies)).toEqual([
      ...['@app/core', '@app/csrf', '@app/endpoint', '@app/health', '@app/openapi', '@app/problem-details'],
      ...['@app/router-trouter', '@app/security-headers', '@app/static', '@app/view', 'swagger-ui-dist', 'zod'],
    ])
    expect(read('shop/src/app.ts')).toContain('new TrouterRouter()')
  })

  test('an application has environment files of its own, which git and an image leave out', async () => {
    await create('shop --no-install --style configured --git')
    expect(read('shop/.env')).toBe(read('shop/.env.example'))
    expect(read('shop/.env')).toContain('PORT=8080\nGREETING=Hello\n')
    expect(read('shop/.gitignore').split('\n')).toContain('.env')
    expect(read('shop/.dockerignore').split('\n')).toContain('.env')
  })

  test('a secret is made for the sessions on this machine, and for nothing else', async () => {
    await create('a --no-install --log-in')
    await create('b --no-install --log-in')
    const secretOf = (file: string) => /^APP_SECRET=(.*)$/m.exec(read(file))?.[1]
    expect(secretOf('a/.env.example')).toBe('')
    expect(secretOf('a/.env')).toMatch(/^[\w+/]{43}=$/)
    expect(secretOf('b/.env')).not.toBe(secretOf('a/.env'))
  })

  test('pages and an API are written alone or together, and neither brings files that only the other needs', async () => {
    await create('a --no-install --api')
    await create('p --no-install --pages')
    await create('b --no-install --pages --api')
    const parts = (folder: string) =>
      ['src/api', 'src/pages', 'public'].filter((path) => existsSync(join(cwd, folder, path)))
    expect([parts('a'), parts('p'), parts('b')]).toEqual([
      ['src/api'],
      ['src/pages', 'public'],
      ['src/api', 'src/pages', 'public'],
    ])
    expect(manifestOf('a').dependencies).not.toHaveProperty('@app/view')
    expect(manifestOf('p').dependencies).not.toHaveProperty('@app/problem-details')
  })

  test('the viewer of the API counts no installations, and no package manager asks about it', async () => {
    await create('a --no-install --api --package-manager pnpm')
    await create('p --no-install --pages --package-manager pnpm')
    expect(manifestOf('a')).toMatchObject({
      allowScripts: { '@scarf/scarf': false },
      scarfSettings: { enabled: false },
    })
    expect(read('a/pnpm-workspace.yaml')).toMatch(/^allowBuilds:\n {2}"@scarf\/scarf": false\n$/m)
    expect(manifestOf('p')).not.toHaveProperty('scarfSettings')
  })

  test('a container image is installed by the package manager of the application', async () => {
    await create('a --no-install')
    await create('b --no-install --package-manager pnpm')
    expect(read('a/Dockerfile')).toContain('COPY package.json package-lock.json ./\nRUN npm ci --omit=dev\n')
    expect(read('b/Dockerfile')).toContain('COPY package.json pnpm-*.yaml ./\nRUN npx --yes pnpm install --prod')
  })

  test('a missing folder argument is an error that says how to give it', async () => {
    const { code, complained } = await create('--no-install')
    expect(code).toBe(2)
    expect(complained).toContain('npm create @app my-app, or --yes')
    expect(readdirSync(cwd)).toEqual([])
  })

  test('--yes takes all defaults, including the folder', async () => {
    expect((await create('--yes --no-install')).code).toBe(0)
    expect(manifestOf('my-app').name).toBe('my-app')
    expect(read('my-app/src/app.ts')).toContain('new FindMyWayRouter()')
    expect((await create('--yes --no-install --template router')).code).toBe(0)
    expect(manifestOf('my-router').app).toEqual({ router: 'LinearRouter' })
  })

  test('values may be written as the names of the packages', async () => {
    await create('shop --no-install --router @app/router-rou3 --container @app/container-factory')
    expect(manifestOf('shop').dependencies).toHaveProperty('@app/container-factory')
    expect(read('shop/src/app.ts')).toContain("from '@app/router-rou3'")
  })

  test('local configuration is left out of git', async () => {
    await create('shop --no-install --style configured --git')
    writeFileSync(join(cwd, 'shop/config/autoload/db.local.ts'), 'export default {}')
    const files = execFileSync('git', ['ls-files', '--others', '--exclude-standard'], {
      cwd: join(cwd, 'shop'),
      encoding: 'utf8',
    })
    expect(files).toContain('config/autoload/static.global.ts')
    expect(files).not.toContain('db.local.ts')
  })
})

describe('wrong use ends with 2, and writes nothing', () => {
  test.each([
    ['shop --style modular --container none', '--container none goes with --style code'],
    ['shop --template provider --router rou3 --style code', '--style and --router is for applications'],
    ['shop --template provider --log-in', '--log-in is for applications'],
    ['shop --api --log-in', '--log-in is made of pages, and this application has none. Add --pages.'],
    ['shop --router express', 'It is one of find-my-way, trouter, rou3.'],
    ['shop --colour', "unknown option '--colour'"],
    ['shop modular', 'too many arguments'],
    ['My-Shop', 'Call it otherwise: --name my-shop'],
    ['shop --name Shop', 'Call it otherwise: --name shop'],
    ['shop --tag file:../x', 'Write a tag of the registry or a range: next, 1.2.0 or ^1.2.0.'],
    ['shop --tag --yes', 'Write a tag of the registry'],
    ['shop --\x1b[31mred', "unknown option '--\\u001b[31mred'"],
    ['sh\x1b[2Jop', '"sh\\u001b[2Jop" cannot be the name'],
    ['vitest', 'Call it otherwise: --name my-vitest'],
    ['shop --template middleware --name @app/core', '"@app/core" cannot be the name'],
  ])('%s', async (args, reason) => {
    const { code, complained } = await create(`${args} --no-install`)
    expect(complained).toContain(reason)
    expect(code).toBe(2)
    expect(readdirSync(cwd)).toEqual([])
  })

  test.each(['', '--yes', '--force'])('a folder that is not empty is left unchanged, also with %s', async (flags) => {
    mkdirSync(join(cwd, 'shop'))
    writeFileSync(join(cwd, 'shop/package.json'), 'mine')
    const { code, complained } = await create(`shop --no-install ${flags}`)
    expect(code).toBe(2)
    expect(complained).toContain('shop is not empty: it holds package.json.')
    expect(readdirSync(join(cwd, 'shop'))).toEqual(['package.json'])
    expect(read('shop/package.json')).toBe('mine')
  })
})

test('--help has examples and exit codes, and ends with 0', async () => {
  const { code, said } = await create('--help')
  expect(code).toBe(0)
  expect(said).toContain('$ npm create @app my-app -- --yes')
  expect(said).toContain('Exit codes: 0 well')
})

test('the folder may be the working directory', async () => {
  const shop = join(cwd, 'shop')
  mkdirSync(shop)
  const { said } = await create('. --no-install', { cwd: () => shop })
  expect(said).toContain('Wrote 24 files to .\nNext:\n  npm install\n  npm run dev\n')
  expect(manifestOf('shop').name).toBe('shop')
})

describe('versions of our packages', () => {
  test('are those of the same major as create, or those of a given tag', async () => {
    await create('a --no-install')
    await create('b --no-install --tag next')
    await create('c --no-install --template provider', { env: { CREATE_APP_TAG: 'next' } })
    for (const tag of ['1.2.0', '^1.2.0', '>=1', '1.x', '*', 'v1.0.0-rc.1', 'next-2']) {
      const { code } = await create(`tag-${tag.replace(/\W/g, '')}-${tag.length} --no-install --tag ${tag}`)
      expect([tag, code]).toEqual([tag, 0])
    }
    const bad = await create('d --no-install', { env: { CREATE_APP_TAG: 'git+ssh://x' } })
    expect([bad.code, bad.complained]).toEqual([2, expect.stringContaining('CREATE_APP_TAG is git+ssh://x.')])
    expect(manifestOf('a').dependencies['@app/core']).toBe('^1.0.0')
    expect(manifestOf('b').dependencies['@app/core']).toBe('next')
    expect(manifestOf('b').devDependencies.vitest).toMatch(/^\^\d/)
    expect(manifestOf('c').devDependencies['@app/core']).toBe('next')
    expect(manifestOf('c').peerDependencies).toEqual({ '@app/core': '^1.0.0' })
  })
})

describe('on a node that does not run TypeScript', () => {
  test('every script of the written project runs on Node 24, and the README says so', async () => {
    await create('shop --no-install', { features: {} })
    expect(manifestOf('shop').devDependencies.node).toBe('^24.0.0')
    expect(manifestOf('shop').allowScripts).toMatchObject({ node: true })
    expect(read('shop/README.md')).toContain('`node` 24 is a dev dependency')
    expect(existsSync(join(cwd, 'shop/pnpm-workspace.yaml'))).toBe(false)
  })

  test('pnpm may run the script that installs node', async () => {
    await create('shop --no-install', { features: {}, env: { npm_config_user_agent: 'pnpm/12.21.0 node/v20.20.2' } })
    expect(read('shop/pnpm-workspace.yaml')).toContain('allowBuilds:\n  "@scarf/scarf": false\n  node: true\n')
  })

  test('on a node that runs TypeScript, nothing of this is written', async () => {
    await create('shop --no-install --package-manager pnpm --pages')
    expect(manifestOf('shop').devDependencies).not.toHaveProperty('node')
    expect(read('shop/README.md')).not.toContain('dev dependency')
    expect(existsSync(join(cwd, 'shop/pnpm-workspace.yaml'))).toBe(false)
  })
})

describe('installing', () => {
  /** Puts a command on the search path in front of all others. */
  function stub(command: string, script: string) {
    const bin = join(cwd, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, command), `#!/bin/sh\n${script}\n`)
    chmodSync(join(bin, command), 0o755)
    vi.stubEnv('PATH', bin + delimiter + process.env.PATH)
  }

  test('is done by the package manager that started the command', async () => {
    stub('pnpm', 'echo "$0 $@" > installed')
    const { code, said } = await create('shop', { env: { npm_config_user_agent: 'pnpm/12.21.0 node/v24.21.0' } })
    expect(code).toBe(0)
    expect(said).toContain('Installing with pnpm\nInstalled with pnpm\nNext:\n  cd shop\n  pnpm dev\n')
    expect(read('shop/installed')).toMatch(/bin\/pnpm install\n$/)
  })

  test('that fails ends with 1, and the error tells the state and the next step', async () => {
    stub('npm', 'echo "no such host" >&2; exit 3')
    const { code, complained } = await create('shop')
    expect(code).toBe(1)
    expect(complained).toContain('npm install failed. shop is written; run npm install there.')
    expect(complained).toContain('no such host')
    expect(existsSync(join(cwd, 'shop/src/app.ts'))).toBe(true)
  })
})

describe('git', () => {
  test('is not used unless a flag asks for it', async () => {
    await create('a --no-install')
    await create('b --no-install --no-git')
    expect([existsSync(join(cwd, 'a/.git')), existsSync(join(cwd, 'b/.git'))]).toEqual([false, false])
  })

  test('makes a repository, but not inside of another one', async () => {
    expect((await create('shop --no-install --git')).said).toContain('Made it a repository of git')
    expect(existsSync(join(cwd, 'shop/.git'))).toBe(true)
    expect((await create('shop/inner --no-install --git')).said).toContain('part of a repository of git already')
    expect(existsSync(join(cwd, 'shop/inner/.git'))).toBe(false)
  })
})

describe('in a terminal', () => {
  const [ENTER, DOWN, CONTROL_C] = ['\r', '\x1b[B', '\x03']

  /** A user who types an answer when its question is shown. */
  async function answer(args: string, answers: readonly (readonly [RegExp, string])[]) {
    // Wide enough that no line breaks, even if the path of the folder is long.
    const tty = () => Object.assign(new PassThrough(), { isTTY: true, columns: 1_000, rows: 24 })
    const [stdin, stdout] = [Object.assign(tty(), { setRawMode: () => undefined }), tty()]
    const left = [...answers]
    let shown = ''
    let unread = ''
    stdout.on('data', (data: Buffer) => {
      shown += data
      unread += data
      const [question, keys] = left[0] ?? []
      if (question === undefined || !question.test(unread)) return
      left.shift()
      unread = ''
      setTimeout(() => {
        for (const key of keys?.split(/(?=[\r\x1b\x03])/) ?? []) stdin.write(key)
      }, 20)
    })
    const { code, complained } = await create(args, { stdin, stdout })
    return { code, complained, shown, left }
  }

  test('it asks for the values that no flag gives', async () => {
    const { code, shown, left } = await answer('--no-install', [
      [/Which folder/, `shop${ENTER}`],
      [/answer with/, DOWN + ENTER],
      [/log-in/, `y`],
      [/put together/, ENTER],
    ])
    expect([code, left]).toEqual([0, []])
    expect(existsSync(join(cwd, 'shop/src/log-in/log-in.ts'))).toBe(true)
    expect(existsSync(join(cwd, 'shop/src/api'))).toBe(false)
    expect(shown).toContain('Wrote 30 files to shop')
    expect(shown).toContain('cd shop && npm install')
  })

  test('it asks for no log-in without pages, and for nothing that a flag gives', async () => {
    const { code, shown } = await answer('shop --no-install --api', [[/put together/, DOWN + ENTER]])
    expect(code).toBe(0)
    expect(shown).not.toMatch(/Which folder|answer with|log-in/)
    expect(existsSync(join(cwd, 'shop/config/config.ts'))).toBe(true)
  })

  test('an invalid folder is reported at once', async () => {
    mkdirSync(join(cwd, 'full/inner'), { recursive: true })
    const { code, shown } = await answer('--no-install --style code --pages --no-log-in', [
      [/Which folder/, `full${ENTER}`],
      [/is not empty/, `er${ENTER}`],
    ])
    expect(code).toBe(0)
    expect(shown).toContain('full is not empty')
    expect(manifestOf('fuller').name).toBe('fuller')
  })

  test('--yes asks nothing', async () => {
    const { code, shown } = await answer('--yes --no-install', [])
    expect(code).toBe(0)
    expect(shown).not.toContain('Which')
  })

  test('a user who cancels has no files written, and the exit code is 1', async () => {
    const { code, complained } = await answer('shop --no-install', [[/answer with/, CONTROL_C]])
    expect([code, complained]).toEqual([1, 'Nothing was written.\n'])
    expect(readdirSync(cwd)).toEqual([])
  })
})

describe('the README of the written project', () => {
  const STYLES = ['code', 'configured', 'modular'].map((style) => `--style ${style}`)
  const PARTS = ['--pages', '--api', '--pages --api --log-in --container container-factory']

  test.each([
    ...STYLES.flatMap((style) => PARTS.map((parts) => `${style} ${parts}`)),
    ...['middleware', 'provider', 'router'].map((template) => `--template ${template} --name @acme/shop`),
  ])('with %s names scripts, files and dependencies that exist', async (flags) => {
    await create(`shop --no-install ${flags}`)
    const readme = read('shop/README.md')
    const named = (pattern: RegExp) => [...readme.matchAll(pattern)].map(([, name = '']) => name)
    const { scripts } = manifestOf('shop')
    expect(
      named(/\bnpm (?:run )?(\w[\w:-]*)/g).filter((script) => !(script in scripts) && script !== 'install'),
    ).toEqual([])
    // Files that the program or a developer makes later: the database, values of one machine, and the names of modules.
    const isMadeLater = (path: string) => /^data\/$|\.local\.|NAME/.test(path)
    const paths = named(/`((?:src|config|public|data|\.github)\/[\w./*-]*|Dockerfile|\.env[\w.]*)`/g)
    const missing = paths.filter(
      (path) => !isMadeLater(path) && globSync(path, { cwd: join(cwd, 'shop') }).length === 0,
    )
    // A package names the configuration of the application that installs it.
    expect(flags.includes('--template') ? [] : missing).toEqual([])
  })
})
