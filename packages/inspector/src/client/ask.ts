/** The path under which the inspector answers, such as `/_app`. It is taken from the URL of this module. */
export const base: string = new URL('..', import.meta.url).pathname.replace(/\/$/, '')

/**
 * Fetches data for a part of the page from the server. Throws an error with the reason if the server refuses or cannot
 * be reached.
 */
export async function ask<T>(path: string, method = 'GET'): Promise<T> {
  const response = await fetch(base + path, { method })
  if (response.ok) return (await response.json()) as T
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  throw new Error(isJson ? (JSON.parse(text) as { message: string }).message : `${response.status} ${text}`)
}
