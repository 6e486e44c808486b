/**
 * Whether a function is known to have no use for the handler behind it: it has one parameter at most, and its text
 * mentions neither rest parameters nor `arguments`. Only for tools: nothing that runs depends on it.
 */
export function takesNoHandler(middleware: (...args: never[]) => unknown): boolean {
  return middleware.length < 2 && !/\barguments\b|\.\.\.|\[native code\]/.test(String(middleware))
}
