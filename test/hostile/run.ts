import { ATTACK_CASES } from './attack-case.ts'
import { FAULTS } from './faults.ts'
import { fuzz } from './fuzz.ts'
import { heapGrowth } from './heap-growth.ts'
import { judgeCase } from './judge-case.ts'
import { createRouter, ROUTERS } from './routers.ts'
import { startFixture } from './started-fixture.ts'
import { stopUnderLoad } from './stop-under-load.ts'
import { startVictim } from './survive-faults.ts'

/**
 * `node test/hostile/run.ts [targets] [seed]`: runs, for every router, the attacks, the faults, `targets` random request targets, a
 * stop under load and a check of the heap. Prints a table and the problems; ends with 1 if there is any problem.
 */
const [targets = '1000000', seed = '1'] = process.argv.slice(2)
const REQUESTS = 1_000_000
const problems: string[] = []

const { error } = console
process.on('unhandledRejection', (escaped) => problems.push(`escaped: ${String(escaped)}`))
process.on('uncaughtException', (escaped) => problems.push(`escaped: ${String(escaped)}`))
const table: Record<string, Record<string, string | number>> = {}
for (const router of ROUTERS) {
  const cases = await runCases(router)
  const survived = await runFaults(router)
  const found = await fuzz(await createRouter(router), Number(targets), Number(seed))
  const drained = await stopUnderLoad(router)
  const growth = await heapGrowth(router, REQUESTS)
  const mebibytes = Math.round((growth / 1_048_576) * 100) / 100
  for (const target of [...found.bypasses, ...found.strays]) problems.push(`${router}: ${target} (seed ${seed})`)
  if (drained.lost + drained.surprised > 0 || drained.code !== 0) problems.push(`${router}: ${JSON.stringify(drained)}`)
  if (mebibytes > 0.5) problems.push(`${router}: the heap grew by ${mebibytes} MiB`)
  const column = {
    'cases as wanted': `${cases}/${ATTACK_CASES.length}`,
    'faults survived': `${survived}/${FAULTS.length}`,
    'fuzzed targets': found.targets,
    'reached handler': found.reached,
    bypasses: found.bypasses.length,
    strays: found.strays.length,
    'requests before SIGTERM': drained.sent,
    lost: drained.lost,
    'clients surprised': drained.surprised,
    'heap growth per million requests (MiB)': mebibytes,
  }
  for (const [row, value] of Object.entries(column)) table[row] = { ...table[row], [router]: value }
}
console.table(table)
for (const problem of problems) console.error(problem)
process.exit(problems.length ? 1 : 0)

async function runCases(router: string): Promise<number> {
  const fixture = await startFixture(router)
  let asWanted = 0
  for (const attack of ATTACK_CASES) {
    const found = await judgeCase(attack, fixture.port)
    if (found.length === 0) asWanted++
    else problems.push(`${router}: ${attack.id}: ${found.join('; ')}`)
  }
  fixture.stop()
  await fixture.ended
  return asWanted
}

async function runFaults(router: string): Promise<number> {
  // The `onError` of the victim throws on purpose, so its errors go to the console. They are silenced here, to keep
  // them out of the printed table.
  console.error = () => undefined
  const victim = await startVictim(await createRouter(router), FAULTS)
  let survived = 0
  for (const fault of FAULTS) {
    const found = await victim.suffer(fault)
    if (found.length === 0) survived++
    else problems.push(`${router}: ${fault.name}: ${found.join('; ')}`)
  }
  await victim.stop()
  console.error = error
  return survived
}
