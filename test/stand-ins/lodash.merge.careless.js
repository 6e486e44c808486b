/** What somebody writes at first: a loop that shares the branches of the first source with the result. */
export default function merge(into, from) {
  for (const [key, value] of Object.entries(from)) {
    if (typeof value === 'object' && typeof into[key] === 'object') merge(into[key], value)
    else into[key] = value
  }
  return into
}
