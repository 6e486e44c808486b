import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'

/** The functions of lilconfig that `@app/config` needs to find and read its configuration files, written by hand. */
export const lilconfig = (_name, { searchPlaces = [], loaders }) => {
  const load = async (filepath) => {
    const text = readFileSync(filepath, 'utf8')
    const isEmpty = text.trim() === ''
    return { filepath, isEmpty, config: isEmpty ? undefined : await loaders[extname(filepath)](filepath, text) }
  }
  const search = async (folder) => {
    for (const place of searchPlaces.filter((place) => existsSync(join(folder, place)))) {
      const found = await load(join(folder, place))
      if (place !== 'package.json') return found
    }
    return dirname(folder) === folder ? null : search(dirname(folder))
  }
  return { load, search }
}
export const lilconfigSync = (_name, { searchPlaces }) => ({
  search(folder) {
    const found = searchPlaces.map((place) => join(folder, place)).find(existsSync)
    return found ? { filepath: found } : dirname(folder) === folder ? null : this.search(dirname(folder))
  },
})
