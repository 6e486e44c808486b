/** Names and values to be shown; the value of whatever sounds like a secret is not. */
export function masked(pairs: Iterable<readonly [string, string]>): readonly (readonly [string, string])[] {
  return Array.from(pairs, ([name, value]) => [name, SECRET.test(name) ? MASK : value.slice(0, LONGEST)] as const)
}

const SECRET =
  /auth|cookie|token|secret|passw|pwd|session|key|credential|signature|csrf|xsrf|jwt|otp|^(?:code|sid|pin)$/i
const MASK = '[masked]'
const LONGEST = 2_000
