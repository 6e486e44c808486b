/**
 * Returns the mode in which a program runs: `NODE_ENV`, or `test` if it is not set and `node --test` runs the program's
 * file. Unlike other test runners, the one of Node sets no `NODE_ENV`.
 */
export function modeOf(variables: Readonly<Record<string, string | undefined>>): string | undefined {
  // NODE_TEST_CONTEXT is read only if it matters: Deno asks for permission for each variable.
  return variables.NODE_ENV || (variables.NODE_TEST_CONTEXT ? 'test' : undefined)
}
