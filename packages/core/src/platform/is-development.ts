/** True if `NODE_ENV` is `development`. A machine without the variable counts as production. */
export function isDevelopment(): boolean {
  return process.env.NODE_ENV === 'development'
}
