/** The part of lodash.merge that `@app/config` needs, by hand: it copies each nested map, also of the first source. */
export default function merge(into, from) {
  for (const [key, value] of Object.entries(from)) {
    if (typeof value !== 'object') into[key] = value
    else into[key] = merge(typeof into[key] === 'object' ? into[key] : {}, value)
  }
  return into
}
