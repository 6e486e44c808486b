import { type AttackCase, expand, type RawCase, type RequestCase, requestBytes } from './attack-case.ts'
import { parseAnswers, type RawAnswer, type RawAnswers, valuesOf } from './raw-answer.ts'
import { ask, type Exchange, exchange } from './raw-exchange.ts'

const PING = 'GET /ping HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'

/** Runs a case against a port and lists all deviations from the expected result. */
export async function judgeCase(attack: AttackCase, port: number): Promise<readonly string[]> {
  const { outcome, problems } = await run(attack, port)
  if (!attack.want.includes(outcome as number)) problems.push(`got ${outcome}, want ${attack.want.join(' or ')}`)
  const healthy = await ask(port, '/ping')
  if (healthy.status !== 200) problems.push(`the next request got ${healthy.status}, not 200`)
  return problems
}

interface Verdict {
  readonly outcome: number | string
  readonly problems: string[]
}

function run(attack: AttackCase, port: number): Promise<Verdict> {
  if (attack.kind === 'raw') return runRaw(attack, port)
  if (attack.kind === 'steps') return runSteps(attack.steps.map(expandStep), port)
  return attack.kind === 'guard' ? runGuard(attack, port) : runResponse(attack, port)
}

async function runGuard(attack: RequestCase, port: number): Promise<Verdict> {
  const problems: string[] = []
  const { timeoutMs = 2_500, method = 'GET' } = attack
  const send = async (withToken: boolean) => {
    const made = await exchange(port, [{ send: requestBytes(attack, withToken) }], { timeoutMs })
    return { made, answers: parseAnswers(made.bytes, [method]) }
  }
  const { made, answers } = await send(false)
  const [refused] = answers.final
  const [passed] = (await send(true)).answers.final
  if (isSecret(refused)) problems.push('the handler ran without the guard')
  if (isSecret(passed) && valuesOf(passed, 'x-guard')[0] !== 'pass') problems.push('the guard did not see the request')
  if (attack.noGuard && [refused, passed].some((answer) => valuesOf(answer, 'x-guard').length > 0)) {
    problems.push('the guard ran outside of its prefix')
  }
  if (attack.bodyHas && !utf8(refused?.body).includes(attack.bodyHas)) {
    problems.push(`the answer's body lacks ${attack.bodyHas}`)
  }
  if (attack.maxMs && made.ms > attack.maxMs) problems.push(`took ${made.ms} ms`)
  return { outcome: outcomeOf(made, answers), problems }
}

function isSecret(answer: RawAnswer | undefined): boolean {
  return answer?.body.trim() === 'SECRET' || valuesOf(answer, 'x-handler').length > 0
}

async function runResponse(attack: RequestCase, port: number): Promise<Verdict> {
  const { timeoutMs = 2_500, method = 'GET', pipeline } = attack
  const bytes = requestBytes(attack, false) + (pipeline ? PING : '')
  const made = await exchange(port, [{ send: bytes }], { timeoutMs })
  const answers = parseAnswers(made.bytes, pipeline ? [method, 'GET'] : [method])
  const [first] = answers.final
  const outcome = outcomeOf(made, answers)
  const problems = [...leaks(attack, made, first), ...shape(attack, outcome, first, answers)]
  if (pipeline) problems.push(...outOfStep(answers, made))
  if (attack.maxMs && made.ms > attack.maxMs) problems.push(`took ${made.ms} ms`)
  return { outcome, problems }
}

function leaks(attack: RequestCase, { bytes }: Exchange, first: RawAnswer | undefined): string[] {
  const isText = /json|text\/plain/.test(valuesOf(first, 'content-type')[0] ?? '')
  const problems: string[] = []
  if (attack.notAny && bytes.includes(attack.notAny) && !(attack.onlyInHtml && isText)) {
    problems.push(`leaks ${attack.notAny}`)
  }
  if (/"(?:polluted|isAdmin)":(?:"yes"|true)/.test(first?.body ?? '')) problems.push('a prototype was polluted')
  if (attack.notBody && first?.body.includes(attack.notBody)) {
    const value = JSON.parse(first.body) as Record<string, unknown>
    if (!attack.notBodyField || value[attack.notBodyField] === 'yes') problems.push(`the body has ${attack.notBody}`)
  }
  return problems
}

function shape(
  attack: RequestCase,
  outcome: number | string,
  first: RawAnswer | undefined,
  answers: RawAnswers,
): string[] {
  const problems: string[] = []
  const { noHeader, noBody, header = {}, truncated, method } = attack
  const isFine = Number(outcome) < 400
  if (noHeader && answers.all.some((answer) => valuesOf(answer, noHeader).length > 0)) {
    problems.push(`the header ${noHeader} was injected`)
  }
  if (noBody && isFine && method !== 'HEAD' && first?.body) problems.push('there are bytes of a body')
  for (const [name, lines] of Object.entries(header)) {
    const found = valuesOf(first, name).length
    if (isFine && found !== lines) problems.push(`${name} has ${found} lines, want ${lines}`)
  }
  if (truncated && outcome === 200 && first?.isWhole && !first.endsWithConnection) {
    problems.push('the answer was cut, but looks whole to the client')
  }
  return problems
}

function outOfStep({ final, rest }: RawAnswers, { ended }: Exchange): string[] {
  const [first, second] = final
  const problems: string[] = []
  if (rest) problems.push(`the framing is broken: ${JSON.stringify(rest.slice(0, 40))}`)
  if (second && !second.body.includes('ack')) problems.push(`the second answer is wrong: ${second.status}`)
  if (first?.isWhole && !second && ended === 'timeout') problems.push('the second request got no answer')
  if (first && !first.endsWithConnection && first.body.includes('HTTP/1.1')) {
    problems.push('the next answer is in the body of the first')
  }
  return problems
}

async function runRaw(attack: RawCase, port: number): Promise<Verdict> {
  const problems: string[] = []
  const { order, then, notAny, firstBody } = attack
  const finalOf = (bytes: string) => parseAnswers(bytes, []).final.filter((answer) => answer.isWhole)
  const until = order
    ? (bytes: string) => finalOf(bytes).length >= order.length
    : (bytes: string) => then !== undefined && finalOf(bytes).length > 0
  const steps = [{ send: expand(attack.raw) }, ...(then ? [{ wait: 60 }, { send: then }] : [])]
  const made = await exchange(port, steps, { timeoutMs: attack.timeoutMs ?? 900, until })
  const answers = parseAnswers(made.bytes, [])
  if (notAny && made.bytes.includes(notAny)) problems.push(`leaks ${notAny}`)
  const got = answers.final.map(({ status }) => status)
  if (order && got.join() !== order.join()) {
    problems.push(`the statuses of the answers are ${got}, and have to be ${order}`)
  }
  if (firstBody && answers.final[0]?.body !== firstBody) problems.push('the body of the first answer is wrong')
  if (answers.rest) problems.push(`no answer: ${JSON.stringify(answers.rest.slice(0, 40))}`)
  const isInvited = answers.all[0]?.status === 100
  return { outcome: isInvited ? 100 : outcomeOf(made, answers), problems }
}

async function runSteps(steps: Parameters<typeof exchange>[1], port: number): Promise<Verdict> {
  const made = await exchange(port, steps, { timeoutMs: 1_200 })
  const answers = parseAnswers(made.bytes, ['GET'])
  return { outcome: answers.all.length ? outcomeOf(made, answers) : made.ended, problems: [] }
}

function expandStep(step: Parameters<typeof exchange>[1][number]): Parameters<typeof exchange>[1][number] {
  return 'send' in step ? { send: expand(step.send) } : step
}

function outcomeOf({ ended }: Exchange, { all, final }: RawAnswers): number | string {
  return final[0]?.status ?? all[0]?.status ?? (ended === 'timeout' ? 'timeout' : 'close')
}

function utf8(latin: string | undefined): string {
  return Buffer.from(latin ?? '', 'latin1').toString()
}
